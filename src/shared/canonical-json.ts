/** Returns the same text for all JSON values that are equal, whatever the order of their fields. */
export function canonicalJson(json: unknown): string | undefined {
  return JSON.stringify(json, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
