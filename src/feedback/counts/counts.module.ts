import { Module } from '@nestjs/common';
import { ItemsModule } from '../items/items.module.js';
import { RevenueModule } from '../revenue/revenue.module.js';
import { CountService } from './application/count.service.js';

/** The check of the counters and sums that are stored with feedback. */
@Module({ imports: [ItemsModule, RevenueModule], providers: [CountService], exports: [CountService] })
export class CountsModule {}
