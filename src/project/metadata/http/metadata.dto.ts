import { ApiExtension } from '@nestjs/swagger';
import { ObjectBody, anyFields } from '../../../platform/input/index.js';
import type { JsonObject } from '../../../shared/rules.js';
import { metadataRules } from '../../../shared/metadata.js';
import { ApiRecord } from '../../../platform/http/index.js';

/** The body is the metadata itself. */
@ObjectBody(metadataRules)
export class ReplaceMetadataDto {
  readonly value!: JsonObject;
}

@ApiRecord(
  'Metadata',
  'Fields of your own that are stored with a record: a JSON object of at most 4,096 bytes, `{}` initially. The order of fields is not kept.',
)
@ApiExtension(anyFields, true)
export class MetadataResponse {
  static readonly example = { crm_id: 'A-1024', plan: 'enterprise' };
}
