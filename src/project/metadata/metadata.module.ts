import { Module } from '@nestjs/common';
import { ProjectMetadataService } from './application/project-metadata.service.js';
import { ProjectMetadataRepository } from './domain/project-metadata.repository.js';
import { ProjectMetadataController } from './http/project-metadata.controller.js';
import { TypeormProjectMetadataRepository } from './persistence/typeorm-project-metadata.repository.js';

/** JSON that an application stores with a project. */
@Module({
  controllers: [ProjectMetadataController],
  providers: [
    ProjectMetadataService,
    { provide: ProjectMetadataRepository, useClass: TypeormProjectMetadataRepository },
  ],
  exports: [ProjectMetadataService, ProjectMetadataRepository],
})
export class MetadataModule {}
