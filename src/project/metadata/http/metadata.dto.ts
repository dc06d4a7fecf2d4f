import { ObjectBody } from '../../../platform/input/index.js';
import type { JsonObject } from '../../../shared/rules.js';
import { metadataRules } from '../../../shared/metadata.js';

/** The body is the metadata itself. */
@ObjectBody(metadataRules)
export class ReplaceMetadataDto {
  readonly value!: JsonObject;
}
