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
  OneToOne,
  PrimaryColumn,
} from 'typeorm';
import { startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newFeedback, newMember, newProject } from '../support/feedback.js';

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
    service = await startApp();
    project = await newProject(service);
    host = new DataSource({
      type: 'postgres',
      url: service.database.url!,
      schema: 'public',
      entities: [...entities, Idea],
      synchronize: true,
      namingStrategy: new SnakeNaming(),
    });
    await host.initialize();
  });

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

  it('leave the tables of the service as they are when the host synchronizes or generates a migration', async () => {
    const { upQueries } = await host.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('are used as the page shows', () => {
    const page = readFileSync('docs/building-on-the-service.md', 'utf8');
    const section = page.slice(page.indexOf('### Relate entities'), page.indexOf('## Declare fields'));
    const source = readFileSync('test/http/host-entities.server.spec.ts', 'utf8').replace(/\s+/g, ' ');
    const snippets = [...section.matchAll(/```ts\n(?:\/\/.*\n|import.*\n)*([^`]+)```/g)];
    expect(snippets).toHaveLength(2);
    for (const [, snippet = ''] of snippets) expect(source).toContain(snippet.trim().replace(/\s+/g, ' '));
  });
});
