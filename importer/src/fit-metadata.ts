/** The most bytes of the metadata of a record, in JSON. */
const maxMetadataBytes = 4_096;

/** Returns the first fields that have room. */
export function fitMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fitted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(metadata)) {
    const candidate = { ...fitted, [name]: value };
    const size = Buffer.byteLength(JSON.stringify({ ...candidate, truncated: true }));
    if (size <= maxMetadataBytes) fitted[name] = value;
    else fitted['truncated'] = true;
  }
  return fitted;
}
