import { PageQuery } from '../../platform/http/index.js';
import { Field, QueryFlag, QueryParam, RepeatableQueryParam } from '../../platform/input/index.js';
import { keyPattern } from '../../shared/keys.js';
import { matching, oneOf } from '../../shared/rules.js';
import { type ImportOptions, type ImportSource, importSources } from '../domain/project-import.js';

const maxMappingLength = 500;

export class ImportListQuery extends PageQuery {}

export class ImportReportQuery extends PageQuery {}

export class StartImportQuery {
  @Field(oneOf(importSources), { description: 'The format of the file.' })
  source!: ImportSource;
  @QueryFlag('Whether to report what would be imported, and store nothing.')
  dry_run?: boolean;
  @QueryFlag(
    'Whether to record the events of the created and updated records, which webhooks and chat receive.',
  )
  notify?: boolean;
  @RepeatableQueryParam(
    matching(/^[\s\S]+:[a-z0-9_]{1,40}$/, {
      code: 'invalid_mapping',
      detail: 'must be a status of the file, a colon and the key of a status, such as `next up:planned`.',
      max: maxMappingLength,
    }),
    {
      description: 'The status for a status of the file, such as `next up:planned`. Common names are known.',
    },
  )
  status_map?: string[];
  @QueryParam(
    matching(keyPattern, { code: 'unknown_status', detail: 'must be the key of a status.', max: 40 }),
    {
      description:
        'The key of the status for unknown ones, by default the first open one; `fail` does not import their feedback.',
    },
  )
  unknown_status?: string;
  @QueryParam(oneOf(['create', 'skip']), {
    description: 'Whether tags that the project does not have are created or left out.',
    default: 'create',
  })
  unknown_tags?: 'create' | 'skip';
  @RepeatableQueryParam(
    matching(/^[a-z_]+:[\s\S]+$/, {
      code: 'invalid_mapping',
      detail: 'must be a field, a colon and the name of a column, such as `title:Summary`.',
      max: maxMappingLength,
    }),
    { description: 'The column of a field in a plain CSV file, such as `title:Summary`.' },
  )
  columns?: string[];

  /** @param serviceRoot the URL of the service, or its path on the host */
  options(serviceRoot: string): ImportOptions {
    return {
      serviceRoot,
      dryRun: this.dry_run ?? false,
      notify: this.notify ?? false,
      statusMap: mapping(this.status_map, (text) => text.lastIndexOf(':')),
      unknownStatus: this.unknown_status ?? '',
      unknownTags: this.unknown_tags ?? 'create',
      columns: mapping(this.columns, (text) => text.indexOf(':')),
    };
  }
}

function mapping(pairs: readonly string[] = [], colonOf: (text: string) => number): Record<string, string> {
  return Object.fromEntries(
    pairs.map((text) => [text.slice(0, colonOf(text)), text.slice(colonOf(text) + 1)]),
  );
}
