import { Injectable } from '@nestjs/common';
import { RevenueService } from '../../../feedback/index.js';
import { ProjectAccess, type ProjectGrant } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { Ids } from '../../../shared/ids.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { ImportNotFound } from '../domain/project-import.errors.js';
import { ProjectImportRepository } from '../domain/project-import.repository.js';
import type { ImportOptions } from '../domain/project-import.js';
import { readPortableFile } from './file-reading.js';
import { type ImportNoteRecord, ImportQueries, type ImportRecord } from './import.queries.js';
import { ImportQueue } from './import-queue.js';
import { permissions } from './permissions.js';

/**
 * How long an upload may take, in milliseconds; what is left of it counts as interrupted then. The server of the service closes
 * requests earlier, that of a host may not.
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
    private readonly access: ProjectAccess,
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
    grant: ProjectGrant,
    options: ImportOptions,
    file: AsyncIterable<Uint8Array>,
  ): Promise<Versioned<ImportRecord>> {
    grant.authorize(permissions.startImport);
    const { projectId, caller } = grant;
    const id = this.ids.next();
    const created = { id, projectId, userId: caller.userId, options, createdAt: this.clock.now() };
    // If it is not known whether this was stored, `removeInterrupted` removes it.
    await this.unitOfWork.run(() => this.imports.add(created, { ofUser: !caller.instanceAdmin }));
    try {
      let number = 0;
      const manifest = await readPortableFile(file, (chunk) => this.imports.append(id, number++, chunk));
      return await this.unitOfWork.run(async () => {
        const { isStored } = await this.access.authorizeAgain(grant, permissions.startImport.role);
        await this.imports.enqueue(id, manifest, { isOwnerByToken: !isStored });
        await this.queue.add(projectId, id);
        return this.read(grant, id);
      });
    } catch (error) {
      // What cannot be removed now counts as interrupted later; the error that led here is the one to report.
      await this.imports.remove(projectId, id).catch(() => undefined);
      throw error;
    }
  }

  /** @throws ImportNotFound */
  async read(grant: ProjectGrant, id: string): Promise<Versioned<ImportRecord>> {
    grant.authorize(permissions.read);
    const found = await this.queries.find(grant.projectId, id);
    if (!found) throw new ImportNotFound();
    return found;
  }

  /** Returns a page of the report. @throws ImportNotFound */
  async report(grant: ProjectGrant, id: string, page: PageRequest): Promise<Page<ImportNoteRecord>> {
    grant.authorize(permissions.read);
    const { record } = await this.read(grant, id);
    return this.queries.report(record.id, page);
  }

  /**
   * Removes an import with its report. One that is running stops; what it has stored stays.
   *
   * @throws ImportNotFound
   */
  async remove(grant: ProjectGrant, id: string): Promise<void> {
    grant.authorize(permissions.deleteImport);
    await this.unitOfWork.run(async () => {
      const { record } = await this.read(grant, id);
      await this.imports.remove(grant.projectId, record.id);
      // It may have stored votes, and will not end.
      await this.revenue.projectChanged(grant.projectId);
    });
  }

  /** Removes the parts of files whose upload was interrupted by the end of a process. */
  async removeInterrupted(): Promise<void> {
    await this.imports.removeInterrupted(new Date(this.clock.now().getTime() - maxUploadMs));
  }
}
