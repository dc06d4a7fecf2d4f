import { QueryParam } from '../../../platform/input/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { oneOf } from '../../../shared/rules.js';
import { type TableKind, tableKinds } from '../application/project-snapshots.js';

export class ProjectExportQuery {
  @QueryParam(oneOf(['ndjson', 'csv']), {
    default: 'ndjson',
    description: '`ndjson` for everything, `csv` for the records of one `kind`.',
  })
  format?: 'ndjson' | 'csv';
  @QueryParam(oneOf(tableKinds), { description: 'Required for `csv`, and only allowed for it.' })
  kind?: TableKind;

  /**
   * Returns the kind of records if they are requested as a table.
   *
   * @throws InvalidInput
   */
  table(): TableKind | undefined {
    const isTable = this.format === 'csv';
    if (isTable && this.kind === undefined) throw invalidKind('required', 'is required for format=csv.');
    if (!isTable && this.kind !== undefined) throw invalidKind('unknown', 'is only allowed for format=csv.');
    return this.kind;
  }
}

function invalidKind(code: string, predicate: string): InvalidInput {
  return new InvalidInput([{ parameter: 'kind', code, detail: `The parameter ${predicate}` }]);
}
