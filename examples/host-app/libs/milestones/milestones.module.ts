import { Module } from '@nestjs/common';
import type { ServiceExtension } from 'feedback-changelog-service/kit';
import { milestoneEvents } from './milestone.js';
import { MilestonesController } from './milestones.controller.js';
import { Milestones1796000000000 } from './milestones.migration.js';
import { MilestonesService } from './milestones.service.js';
import { MilestonesStore } from './milestones.store.js';

/** Milestones of projects: operations of the host beside the service's own. */
@Module({ controllers: [MilestonesController], providers: [MilestonesService, MilestonesStore] })
export class MilestonesModule {}

export const milestones: ServiceExtension = {
  module: MilestonesModule,
  tags: [{ name: 'Milestones', description: 'Dates that the team works towards.' }],
  events: milestoneEvents,
  migrations: [Milestones1796000000000],
};
