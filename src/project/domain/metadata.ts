import { InvalidInput } from '../../shared/domain-error.js';
import { firstViolation, jsonObject } from '../../shared/rules.js';

/** The rules of the metadata of a record: fields of the application that uses the service. */
export const metadataRules = jsonObject({ maxBytes: 4_096 });

/**
 * @param pointer the place of the metadata in a body
 * @throws InvalidInput when the metadata violates a rule
 */
export function checkMetadata(metadata: object, pointer = ''): void {
  const rule = firstViolation(metadataRules, metadata);
  if (rule) throw new InvalidInput([{ pointer, code: rule.code, detail: `The metadata ${rule.detail}` }]);
}
