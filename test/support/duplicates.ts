import { ComparisonService } from '../../src/feedback/duplicates/application/comparison.service.js';
import { EventRelay } from '../../src/events/application/event-relay.js';
import type { TestApp } from './app.js';

/** Returns the ids of the feedback that is to be compared. */
export async function marked({ database }: TestApp): Promise<string[]> {
  const rows: { feedback_id: string }[] = await database.database.dataSource.query(
    'select feedback_id from pending_comparisons',
  );
  return rows.map(({ feedback_id: id }) => id);
}

/**
 * Relays all events, and compares what they mark, as the background work does.
 *
 * @param maxRounds how often marked feedback is compared at most
 */
export async function compareAll({ app, database }: TestApp, maxRounds = 100): Promise<void> {
  await app.get(EventRelay, { strict: false }).relay(true);
  const comparison = app.get(ComparisonService, { strict: false });
  for (let round = 0; round < maxRounds; round += 1) {
    const projects: { id: string }[] = await database.database.dataSource.query(
      'select distinct project_id as id from pending_comparisons',
    );
    if (projects.length === 0) return;
    for (const { id } of projects) await comparison.compare(id, new AbortController().signal);
  }
}
