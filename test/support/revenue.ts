import { EventRelay } from '../../src/events/application/event-relay.js';
import { RevenueService } from '../../src/feedback/index.js';
import type { TestApp } from './app.js';

/** Computes the sums of companies after what has been committed. */
export async function settleRevenue({ app }: TestApp): Promise<void> {
  await app.get(EventRelay, { strict: false }).relay(true);
  await app.get(RevenueService, { strict: false }).refreshStale();
}

interface Stored {
  feedback: { id: string; project_id: string; user_id: string; merged_into: string | null }[];
  votes: { feedback_id: string; user_id: string }[];
  people: { project_id: string; user_id: string; company: string | null }[];
  companies: { project_id: string; external_id: string; revenue: number }[];
  sums: { feedback_id: string; revenue: number; companies: number }[];
}

/** Returns a sentence for each stored sum that is wrong; empty if all are correct. */
export async function wrongSums(service: TestApp): Promise<string[]> {
  const all = (table: string) => `(select coalesce(json_agg(t), '[]') from ${table} t)`;
  const [stored]: [Stored] = await service.database.database.dataSource.query(
    `select ${all('feedback')} as feedback, ${all('votes')} as votes, ${all('people')} as people,
       ${all('companies')} as companies, ${all('feedback_revenue')} as sums`,
  );
  const { feedback, votes, people, companies, sums } = stored;
  return feedback.flatMap(({ id, project_id: project }) => {
    const group = feedback.filter((each) => each.id === id || each.merged_into === id);
    const ids = new Set(group.map((each) => each.id));
    const users = new Set(group.map((each) => each.user_id));
    for (const vote of votes) if (ids.has(vote.feedback_id)) users.add(vote.user_id);
    const wanting = new Set<string | null>();
    for (const person of people) {
      if (person.project_id === project && users.has(person.user_id)) wanting.add(person.company);
    }
    const counted = companies.filter((each) => each.project_id === project && wanting.has(each.external_id));
    const expected = {
      revenue: counted.reduce((sum, each) => Math.min(sum + each.revenue, Number.MAX_SAFE_INTEGER), 0),
      companies: counted.length,
    };
    const { revenue = 0, companies: number = 0 } = sums.find((each) => each.feedback_id === id) ?? {};
    return revenue === expected.revenue && number === expected.companies
      ? []
      : [`${id} has ${revenue} of ${number}, not ${expected.revenue} of ${expected.companies}`];
  });
}
