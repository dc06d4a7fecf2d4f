import { Module } from '@nestjs/common';
import { ItemsModule } from '../items/items.module.js';
import { StatusChangeImporter } from './application/status-change-importer.js';
import { StatusChangeQueries } from './application/status-change.queries.js';
import { StatusChangesController } from './http/status-changes.controller.js';

/** The history of the statuses of feedback. */
@Module({
  imports: [ItemsModule],
  controllers: [StatusChangesController],
  providers: [StatusChangeImporter, StatusChangeQueries],
  exports: [StatusChangeImporter],
})
export class StatusChangesModule {}
