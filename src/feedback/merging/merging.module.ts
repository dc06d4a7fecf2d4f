import { Module } from '@nestjs/common';
import { ItemsModule } from '../items/items.module.js';
import { MergeImporter } from './application/merge-importer.js';
import { MergeService } from './application/merge.service.js';
import { MergesController } from './http/merges.controller.js';

/** Merges of feedback into other feedback. */
@Module({
  imports: [ItemsModule],
  controllers: [MergesController],
  providers: [MergeService, MergeImporter],
  exports: [MergeService, MergeImporter],
})
export class MergingModule {}
