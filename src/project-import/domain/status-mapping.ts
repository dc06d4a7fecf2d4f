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
  not_planned: 'rejected',
  wont_fix: 'rejected',
  will_not_implement: 'rejected',
  spam: 'rejected',
};

/** What a name means in one tool only. */
const statusNamesOfSources: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'fider-zip': {
    '0': 'in_review',
    '1': 'in_progress',
    '2': 'completed',
    '3': 'rejected',
    '4': 'planned',
    '5': 'rejected',
    '6': 'rejected',
  },
  // Closed without a reason: the reason exists since 2022.
  github: { closed: 'completed' },
};

/** Returns the form in which names of statuses are compared: `In Progress` is `in_progress`. */
export function statusKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '');
}

/**
 * Returns the status of this service for a name of a source; null if it is unknown. A record without a status is new.
 *
 * @param statusMap overrides the known names
 */
export function statusFor(
  source: string,
  name: string,
  statusMap: Readonly<Record<string, string>>,
): string | null {
  const key = statusKey(name);
  const own = Object.entries(statusMap).find(([from]) => statusKey(from) === key);
  if (own) return own[1];
  if (key === '') return 'in_review';
  const ofSource = statusNamesOfSources[source] ?? {};
  if (Object.hasOwn(ofSource, key)) return ofSource[key]!;
  return Object.hasOwn(statusNames, key) ? statusNames[key]! : null;
}
