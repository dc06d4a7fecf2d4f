import { PageQuery } from '../../../platform/http/index.js';
import { QueryFlag, QueryParam } from '../../../platform/input/index.js';
import { oneOf } from '../../../shared/rules.js';
import type { ImportOptions } from '../domain/project-import.js';

export class ImportListQuery extends PageQuery {}

export class ImportReportQuery extends PageQuery {}

export class StartImportQuery {
  @QueryFlag('Whether to report what would be imported, and store nothing.')
  dry_run?: boolean;
  @QueryFlag(
    'Whether to record the events of the created and updated records, which webhooks and chat receive.',
  )
  notify?: boolean;
  @QueryParam(oneOf(['create', 'skip']), {
    description:
      'Whether tags that neither the project nor a `tag` record of the file has are created or left out.',
    default: 'create',
  })
  unknown_tags?: 'create' | 'skip';

  /** @param serviceRoot the URL of the service, or its path on the host */
  options(serviceRoot: string): ImportOptions {
    return {
      serviceRoot,
      dryRun: this.dry_run ?? false,
      notify: this.notify ?? false,
      unknownTags: this.unknown_tags ?? 'create',
    };
  }
}
