import { Injectable } from '@nestjs/common';
import { type Erasure, PersonalData } from '../../../identity/index.js';
import { ProjectImportRepository } from '../domain/project-import.repository.js';
import { ImportQueries } from './import.queries.js';

/** The imports that users started. */
@Injectable()
export class ImportPersonalData extends PersonalData {
  override readonly order = 500;

  constructor(
    private readonly imports: ProjectImportRepository,
    private readonly queries: ImportQueries,
  ) {
    super();
  }

  override readonly exported: PersonalData['exported'] = {
    import: (userId, page) => this.queries.byUser(userId, page),
  };

  override async erase({ userId }: Erasure): Promise<void> {
    await this.imports.eraseReports(userId);
  }
}
