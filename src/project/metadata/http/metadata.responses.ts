import { ApiExtension } from '@nestjs/swagger';
import { ApiRecord } from '../../../platform/http/index.js';
import { anyFields } from '../../../platform/input/index.js';

@ApiRecord(
  'Metadata',
  'Fields of your own that are stored with a record: a JSON object of at most 4,096 bytes, `{}` initially. The order of fields is not kept.',
)
@ApiExtension(anyFields, true)
export class MetadataResponse {
  static readonly example = { crm_id: 'A-1024', plan: 'enterprise' };
}
