import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ChangelogEntity,
  CommentEntity,
  FeedbackEntity,
  ProjectEntity,
  UserEntity,
} from 'feedback-changelog-service/typeorm';
import {
  Column,
  DataSource,
  DefaultNamingStrategy,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToOne,
  PrimaryColumn,
} from 'typeorm';
import { startApp, type TestApp } from '../support/app.js';
import { expectSuccess, idOf, newFeedback, newMember, newProject } from '../support/feedback.js';

@Entity('idea')
export class Idea {
  @PrimaryColumn('uuid', { name: 'feedback_id' })
  feedbackId!: string;

  @OneToOne(() => FeedbackEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'feedback_id' })
  feedback!: FeedbackEntity;

  @Column('integer', { default: 0 })
  budget!: number;

  @Column('text', { default: '' })
  status!: string;
}

@Entity('reaction')
class Reaction {
  @PrimaryColumn('uuid', { name: 'comment_id' })
  commentId!: string;

  @ManyToOne(() => CommentEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'comment_id' })
  comment!: CommentEntity;
}

/** The feedback of a service whose `database.schema` is `crm`. */
@Entity({ name: 'feedback', schema: 'crm', synchronize: false })
export class CrmFeedback extends FeedbackEntity {}

@Entity('deal')
class Deal {
  @PrimaryColumn('uuid', { name: 'feedback_id' })
  feedbackId!: string;

  @ManyToOne(() => CrmFeedback, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'feedback_id' })
  feedback!: CrmFeedback;
}

/** Like the strategies of many hosts. */
class SnakeNaming extends DefaultNamingStrategy {
  override columnName(property: string, name: string): string {
    return (name || property).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}

const entities = [ProjectEntity, UserEntity, FeedbackEntity, CommentEntity, ChangelogEntity];

describe('Entities for the DataSource of a host', () => {
  let service: TestApp;
  let project: string;
  let host: DataSource;

  beforeAll(async () => {
    // The host creates tables in the database.
    service = await startApp();
    project = await newProject(service);
    host = await connect([...entities, Idea, Reaction]);
  });

  const connect = (ofHost: (new () => object)[]) =>
    new DataSource({
      type: 'postgres',
      url: service.database.url!,
      schema: 'public',
      entities: ofHost,
      synchronize: true,
      namingStrategy: new SnakeNaming(),
    }).initialize();

  afterAll(async () => {
    await host?.destroy();
    await service?.close();
  });

  it('have the columns of their tables', async () => {
    const editor = await newMember(service, project, 'editor');
    const feedback = await newFeedback(editor, project);
    await expectSuccess(editor.post(`${feedback}/comments`, { content: 'Yes' }));
    await expectSuccess(editor.post(`${project}/changelogs`, { title: 'News' }));
    for (const entity of entities) expect(await host.manager.count(entity)).toBeGreaterThan(0);
    const found = await Promise.all(
      entities.map(async (entity) => (await host.manager.find<object>(entity, { take: 1 }))[0]),
    );
    expect(found).toMatchObject([
      { name: expect.any(String), createdAt: expect.any(Date) },
      { email: expect.any(String) },
      { title: expect.any(String), status: 'in_review', createdAt: expect.any(Date) },
      { content: 'Yes', kind: 'comment' },
      { title: 'News', published: false },
    ]);
  });

  it('can be the target of a relation, with a foreign key', async () => {
    const editor = await newMember(service, project, 'editor');
    const feedback = await newFeedback(editor, project, 'Offline mode');
    const { manager } = host;
    await manager.insert(Idea, { feedbackId: feedback.split('/').at(-1)!, budget: 5 });
    const ideas = await manager.find(Idea, {
      relations: { feedback: true },
      where: { feedback: { status: 'in_review' } },
      order: { budget: 'desc' },
    });
    expect(ideas).toMatchObject([{ budget: 5, feedback: { title: 'Offline mode' } }]);
    await expect(manager.insert(Idea, { feedbackId: crypto.randomUUID(), budget: 1 })).rejects.toThrow(
      'foreign key',
    );
    await expectSuccess(editor.delete(feedback));
    expect(await manager.count(Idea)).toBe(0);
  });

  it('can be the target of a relation to comments', async () => {
    const editor = await newMember(service, project, 'editor');
    const comments = `${await newFeedback(editor, project)}/comments`;
    const { id } = (await expectSuccess(editor.post(comments, { content: 'Thanks' }))).body;
    const { manager } = host;
    await manager.insert(Reaction, { commentId: id });
    const reactions = await manager.find(Reaction, { relations: { comment: true } });
    expect(reactions).toMatchObject([{ comment: { content: 'Thanks' } }]);
    await expect(manager.insert(Reaction, { commentId: crypto.randomUUID() })).rejects.toThrow('foreign key');
    await expectSuccess(editor.delete(`${comments}/${id}`));
    expect(await manager.count(Reaction)).toBe(0);
  });

  it('can be extended for a service with another schema', async () => {
    const feedback = await newFeedback(service.admin, project, 'In the CRM');
    await host.query(
      'create schema crm; create table crm.feedback (like feedback.feedback including indexes)',
    );
    await host.query('insert into crm.feedback select * from feedback.feedback');
    const crm = await connect([CrmFeedback, Deal]);
    try {
      await crm.manager.insert(Deal, { feedbackId: idOf(feedback) });
      const deals = await crm.manager.find(Deal, { relations: { feedback: true } });
      expect(deals).toMatchObject([{ feedback: { title: 'In the CRM', status: 'in_review' } }]);
      await crm.query('delete from crm.feedback');
      expect(await crm.manager.count(Deal)).toBe(0);
    } finally {
      await crm.destroy();
    }
  });

  it('leave the tables of the service as they are when the host synchronizes or generates a migration', async () => {
    const { upQueries } = await host.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('are used as the page shows', () => {
    const page = readFileSync('docs/building-on-the-service.md', 'utf8');
    const section = page.slice(page.indexOf('### Relate entities'), page.indexOf('## Declare fields'));
    const source = readFileSync(import.meta.filename, 'utf8').replace(/\s+/g, ' ');
    const snippets = [...section.matchAll(/```ts\n(?:\/\/.*\n|import.*\n)*([^`]+)```/g)];
    expect(snippets).toHaveLength(3);
    for (const [, snippet = ''] of snippets) expect(source).toContain(snippet.trim().replace(/\s+/g, ' '));
  });
});
