import { Module } from '@nestjs/common';
import { TagImporter } from './application/tag-importer.js';
import { TagQueries } from './application/tag.queries.js';
import { TagService } from './application/tag.service.js';
import { TagRepository } from './domain/tag.repository.js';
import { TagReferences } from './http/tag-references.js';
import { TagsController } from './http/tags.controller.js';
import { TypeormTagRepository } from './persistence/typeorm-tag.repository.js';

/** The tags of a project. */
@Module({
  controllers: [TagsController],
  providers: [
    TagService,
    TagImporter,
    TagReferences,
    { provide: TagRepository, useClass: TypeormTagRepository },
    TagQueries,
  ],
  exports: [TagService, TagImporter, TagReferences, TagQueries],
})
export class TagsModule {}
