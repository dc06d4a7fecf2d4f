import { Injectable } from '@nestjs/common';
import { RevenueService } from '../../../feedback/index.js';
import { ProjectAuthorizer, type ProjectAccess } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { Ids } from '../../../shared/ids.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import type { ImportNote } from '../domain/import-note.js';
import { ImportNotFound } from '../domain/project-import.errors.js';
import { ProjectImportRepository } from '../domain/project-import.repository.js';
import type { ImportOptions } from '../domain/project-import.js';
import { readPortableFile } from './file-reading.js';
import { ImportQueries, type ImportRecord } from './import.queries.js';
import { ImportQueue } from './import-queue.js';
import { permissions } from './permissions.js';

/**
 * How long an upload may take, in milliseconds; what is left of it counts as interrupted then. The server of the service closes
 * requests earlier; the server of a host may not.
 */
export const maxUploadMs = 75 * 60_000;

/** Starts imports, and reads their progress and reports. */
@Injectable()
export class ImportService {
  constructor(
    private readonly imports: ProjectImportRepository,
    private readonly queries: ImportQueries,
    private readonly queue: ImportQueue,
    private readonly revenue: RevenueService,
    private readonly authorizer: ProjectAuthorizer,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Stages the lines of a file and queues its import. If the file ends with an error, nothing is stored.
   *
   * @throws TooManyImports, ProjectNotFound; ImportNotFound when it or its project is deleted during the upload;
   * InsufficientRole or ProjectNotFound when the caller loses the role meanwhile
   */
  async start(
    access: ProjectAccess,
    options: ImportOptions,
    file: AsyncIterable<Uint8Array>,
  ): Promise<Versioned<ImportRecord>> {
    access.authorize(permissions.startImport);
    const { projectId, caller } = access;
    const id = this.ids.next();
    const created = { id, projectId, userId: caller.userId, options, createdAt: this.clock.now() };
    // If it is not known whether this was stored, `removeInterrupted` removes it.
    await this.unitOfWork.run(() => this.imports.add(created, { ofUser: !caller.instanceAdmin }));
    try {
      let number = 0;
      const manifest = await readPortableFile(file, (chunk) => this.imports.append(id, number++, chunk));
      return await this.unitOfWork.run(async () => {
        const { isStored } = await this.authorizer.authorizeAgain(access, permissions.startImport.role);
        await this.imports.enqueue(id, manifest, { isOwnerByToken: !isStored });
        await this.queue.add(projectId, id);
        return this.read(access, id);
      });
    } catch (error) {
      // What cannot be removed now counts as interrupted later; the error that led here is the one to report.
      await this.imports.remove(projectId, id).catch(() => undefined);
      throw error;
    }
  }

  /** @throws ImportNotFound */
  async read(access: ProjectAccess, id: string): Promise<Versioned<ImportRecord>> {
    access.authorize(permissions.read);
    const found = await this.queries.find(access.projectId, id);
    if (!found) throw new ImportNotFound();
    return found;
  }

  /** Returns a page of the report. @throws ImportNotFound */
  async report(access: ProjectAccess, id: string, page: PageRequest): Promise<Page<ImportNote>> {
    access.authorize(permissions.read);
    const { record } = await this.read(access, id);
    return this.queries.report(record.id, page);
  }

  /**
   * Removes an import with its report. One that is running stops; what it has stored stays.
   *
   * @throws ImportNotFound
   */
  async remove(access: ProjectAccess, id: string): Promise<void> {
    access.authorize(permissions.deleteImport);
    await this.unitOfWork.run(async () => {
      const { record } = await this.read(access, id);
      await this.imports.remove(access.projectId, record.id);
      // It may have stored votes, and will not end.
      await this.revenue.projectChanged(access.projectId);
    });
  }

  /** Removes the parts of files whose upload was interrupted by the end of a process. */
  async removeInterrupted(): Promise<void> {
    await this.imports.removeInterrupted(new Date(this.clock.now().getTime() - maxUploadMs));
  }
}
