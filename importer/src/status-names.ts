/** The statuses of this service by the names that other tools use, in the form of `statusKey`. */
const statusNames: Readonly<Record<string, string>> = {
  open: 'in_review',
  new: 'in_review',
  pending: 'in_review',
  under_review: 'in_review',
  under_consideration: 'in_review',
  in_review: 'in_review',
  reviewing: 'in_review',
  backlog: 'in_review',
  reopened: 'in_review',
  planned: 'planned',
  accepted: 'planned',
  approved: 'planned',
  roadmap: 'planned',
  in_progress: 'in_progress',
  started: 'in_progress',
  in_development: 'in_progress',
  building: 'in_progress',
  complete: 'completed',
  completed: 'completed',
  done: 'completed',
  shipped: 'completed',
  released: 'completed',
  resolved: 'completed',
  implemented: 'completed',
  closed: 'rejected',
  rejected: 'rejected',
  declined: 'rejected',
  duplicate: 'rejected',
  deleted: 'rejected',
  archived: 'rejected',
  outdated: 'rejected',
  not_planned: 'rejected',
  wont_fix: 'rejected',
  will_not_implement: 'rejected',
  spam: 'rejected',
};

/** What a name means in one tool only. */
const statusNamesOfSources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Closed without a reason: the reason exists since 2022.
  github: { closed: 'completed' },
};

/** Returns the form in which names of statuses are compared: `In Progress` is `in_progress`. A name of emoji only stays as it is. */
export function statusKey(name: string): string {
  const key = name
    .trim()
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
  return key === '' && /\p{So}/u.test(name) ? name.trim() : key;
}

/** The statuses that feedback can have. */
export interface KnownStatuses {
  readonly keys: ReadonlySet<string>;
  /** The key of the status of new feedback. */
  readonly first: string;
}

/**
 * Returns the key of the status for a name of a source; null if it is unknown. A record without a status is new.
 *
 * @param statusMap overrides the known names
 */
export function statusFor(
  source: string,
  name: string,
  statusMap: Readonly<Record<string, string>>,
  { keys, first }: KnownStatuses,
): string | null {
  const key = statusKey(name);
  const given = Object.entries(statusMap).find(([from]) => statusKey(from) === key)?.[1];
  const found = given === undefined ? namesOf(source, name, key, first) : [given];
  return found.find((each) => keys.has(each)) ?? null;
}

function namesOf(source: string, name: string, key: string, first: string): string[] {
  if (key === '') return [first];
  const ofSource = statusNamesOfSources[source] ?? {};
  return [
    name,
    key,
    ...(Object.hasOwn(ofSource, key) ? [ofSource[key]!] : []),
    ...(Object.hasOwn(statusNames, key) ? [statusNames[key]!] : []),
  ];
}
