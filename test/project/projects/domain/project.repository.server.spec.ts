import { describe, expect, it } from '@jest/globals';
import { Changelog } from '../../../../src/changelog/entries/domain/changelog.js';
import { Feedback } from '../../../../src/feedback/items/domain/feedback.js';
import { Tag } from '../../../../src/project/tags/domain/tag.js';
import { AccessToken } from '../../../../src/identity/access-tokens/domain/access-token.js';
import { Member } from '../../../../src/project/members/domain/member.js';
import {
  ProjectConfig,
  verificationRecordOf,
} from '../../../../src/project/projects/domain/project-config.js';
import { CustomDomainTaken, SlugTaken } from '../../../../src/project/projects/domain/project.errors.js';
import { Project } from '../../../../src/project/projects/domain/project.js';
import { aFeedback, aProject, aUser, usePorts, runConcurrently } from '../../../support/ports.js';

const ports = usePorts();

describe('ProjectRepository', () => {
  const load = async (id: string) =>
    (await ports().unitOfWork.run(() => ports().projects.load(id)))?.aggregate ?? null;

  const loadConfig = async (id: string) =>
    (await ports().unitOfWork.run(() => ports().configs.load(id)))?.aggregate ?? null;

  /** Runs the change in a unit of work, as a use case does: nothing is stored if it throws. */
  const save = async (project: Project) => ports().unitOfWork.run(() => ports().projects.save(project));

  it('loads a project with everything that was stored', async () => {
    const { ids, projects, clock } = ports();
    const values = { name: 'Rockets', slug: 'rockets', icon: '🚀', iconRadius: 'full', ogImage: '/og.png' };
    const project = Project.create(ids.next(), values, clock.now());
    const config = ProjectConfig.create(ids.next());
    await projects.add(project, config);

    const loaded = await load(project.id);
    expect(loaded).toEqual(project);
    expect(loaded).toBeInstanceOf(Project);
    const loadedConfig = await loadConfig(project.id);
    expect(loadedConfig).toEqual(config);
    expect(loadedConfig).toBeInstanceOf(ProjectConfig);
  });

  it('returns null for an unknown id', async () => {
    await aProject(ports());
    expect(await load(ports().ids.next())).toBeNull();
    expect(await loadConfig(ports().ids.next())).toBeNull();
  });

  it('saves changes', async () => {
    const project = await aProject(ports());
    project.update({ name: 'Rockets', slug: 'rockets', icon: '/i', iconRadius: 'none', ogImage: '/o' });
    await save(project);
    expect(await load(project.id)).toEqual(project);
  });

  it('saves a configuration', async () => {
    const { id } = await aProject(ports());
    const config = await loadConfig(id);
    config?.update({
      changelogPreviewStyle: 'full',
      changelogSocialHandle: '@rockets',
      customDomain: 'feedback.example.com',
      integrationChatRoleId: '42',
      integrationChatStatus: true,
      integrationChatWebhook: 'https://chat.example.com/hook',
    });
    await ports().configs.save(config as ProjectConfig);
    expect(await loadConfig(id)).toEqual(config);
  });

  it('rejects a new project whose slug is taken', async () => {
    const { ids, projects, clock, unitOfWork } = ports();
    const first = await aProject(ports(), 'rockets');
    const second = Project.create(ids.next(), { name: 'Other', slug: 'rockets' }, clock.now());
    const config = ProjectConfig.create(ids.next());
    await expect(unitOfWork.run(() => projects.add(second, config))).rejects.toThrow(SlugTaken);
    expect(await load(second.id)).toBeNull();
    expect(await loadConfig(second.id)).toBeNull();
    expect(await ports().findProject('rockets')).toBe(first.id);
  });

  it('rejects a change to a slug that is taken', async () => {
    const first = await aProject(ports(), 'rockets');
    const second = await aProject(ports(), 'trains');
    second.update({ slug: 'rockets' });
    await expect(save(second)).rejects.toThrow(SlugTaken);
    expect((await load(second.id))?.slug).toBe('trains');
    expect(await ports().findProject('rockets')).toBe(first.id);
    expect(await ports().findProject('trains')).toBe(second.id);
  });

  it('accepts an unchanged slug', async () => {
    const project = await aProject(ports(), 'rockets');
    await save(project);
    expect(await ports().findProject('rockets')).toBe(project.id);
  });

  it('finds a project by all of its former slugs', async () => {
    const project = await aProject(ports(), 'one');
    for (const slug of ['two', 'three']) {
      project.update({ slug });
      await save(project);
    }
    for (const slug of ['one', 'two', 'three']) expect(await ports().findProject(slug)).toBe(project.id);
  });

  it('lets a project take one of its former slugs back', async () => {
    const project = await aProject(ports(), 'one');
    for (const slug of ['two', 'one']) {
      project.update({ slug });
      await save(project);
    }
    expect(await ports().findProject('two')).toBe(project.id);
    expect(await ports().findProject('one')).toBe(project.id);
  });

  it('lets a new project take a former slug', async () => {
    const first = await aProject(ports(), 'rockets');
    first.update({ slug: 'planes' });
    await save(first);
    const second = await aProject(ports(), 'rockets');
    expect(await ports().findProject('rockets')).toBe(second.id);
    expect(await ports().findProject('planes')).toBe(first.id);
    await ports().projects.remove(second);
    expect(await ports().findProject('rockets')).toBeNull();
  });

  it('resolves a former slug to the project that had it last', async () => {
    const [first, second] = [await aProject(ports(), 'rockets'), await aProject(ports(), 'trains')];
    first.update({ slug: 'planes' });
    await save(first);
    second.update({ slug: 'rockets' });
    await save(second);
    expect(await ports().findProject('rockets')).toBe(second.id);
    second.update({ slug: 'ships' });
    await save(second);
    expect(await ports().findProject('rockets')).toBe(second.id);
    expect(await ports().findProject('trains')).toBe(second.id);
    await ports().projects.remove(second);
    expect(await ports().findProject('rockets')).toBeNull();
    expect(await ports().findProject('planes')).toBe(first.id);
  });

  it('adds a former slug to a project, unless another project has it', async () => {
    const { projects } = ports();
    const [project, other] = [await aProject(ports(), 'acme'), await aProject(ports(), 'other')];
    expect(await projects.idBySlug('acme')).toBe(project.id);
    expect(await projects.idBySlug('former')).toBeNull();
    await projects.addFormerSlug(project.id, 'former');
    await projects.addFormerSlug(other.id, 'former');
    expect(await projects.idBySlug('former')).toBe(project.id);
    expect(await ports().findProject('former')).toBe(project.id);
  });

  it('removes a project and all of its records', async () => {
    const { ids, projects, configs, members, clock, feedback, tags, changelogs, tokens, unitOfWork } =
      ports();
    const { id: userId } = await aUser(ports());
    const gone = await aProject(ports(), 'rockets');
    const kept = await aProject(ports(), 'trains');
    const filled = [];
    for (const { id: projectId } of [gone, kept]) {
      const tag = Tag.create(ids.next(), projectId, { name: 'bug', color: '#f00' });
      const entry = { id: ids.next(), projectId, userId, createdAt: clock.now() };
      const draft = { id: ids.next(), projectId, authorId: userId, slug: 'draft' };
      const order = { id: ids.next(), userId, name: 'CI', scope: 'read', digest: Buffer.alloc(32) } as const;
      await members.add(Member.join(projectId, userId, 'owner', clock.now()));
      await tags.add(tag);
      await feedback.add(Feedback.submit(entry, { title: 'Wish' }, [tag.id]));
      await changelogs.add(Changelog.write(draft, { title: 'Draft' }, clock.now()));
      await tokens.add(AccessToken.issue({ ...order, projectId }, clock.now()));
      filled.push({ projectId, feedbackId: entry.id, changelogId: draft.id, tokenId: order.id });
    }

    await projects.remove(gone);
    for (const { projectId, feedbackId, changelogId, tokenId } of filled) {
      const found = await unitOfWork.run(async () => [
        await projects.load(projectId),
        await configs.load(projectId),
        projectId === kept.id ? await members.load(projectId, userId) : null,
        await tags.load(projectId, 'bug'),
        await feedback.load(projectId, feedbackId),
        await changelogs.load(projectId, changelogId),
        await tokens.load(tokenId),
      ]);
      expect(found.map((record) => record !== null)).toEqual(found.map(() => projectId === kept.id));
    }
  });

  it('releases all slugs of a removed project', async () => {
    const project = await aProject(ports(), 'rockets');
    project.update({ slug: 'planes' });
    await save(project);
    await ports().projects.remove(project);
    expect(await ports().findProject('rockets')).toBeNull();
    expect(await ports().findProject('planes')).toBeNull();
    await aProject(ports(), 'planes');
  });

  it('is not affected by later changes to the object that was stored', async () => {
    const project = await aProject(ports());
    project.update({ name: 'Changed' });
    expect((await load(project.id))?.name).toBe('Project');
    const config = await loadConfig(project.id);
    config?.update({ changelogSocialHandle: '@rockets' });
    expect((await loadConfig(project.id))?.changelogSocialHandle).toBe('');
  });

  it('lets only one of two concurrent units of work take a slug', async () => {
    const add = () => ports().unitOfWork.run(() => aProject(ports(), 'rockets'));
    const ends = await Promise.allSettled([add(), add()]);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
    expect(refused).toEqual([expect.any(SlugTaken)]);
  });

  it('allows a verified custom domain for one project only', async () => {
    const [one, other] = [await aProject(ports()), await aProject(ports())];
    const verify = async (projectId: string) => {
      const config = await loadConfig(projectId);
      config!.update({ customDomain: 'feedback.example.com' });
      await ports().configs.save(config!);
      config!.verifyCustomDomain([verificationRecordOf(config!.id, config!.customDomain).value]);
      await ports().configs.save(config!);
    };
    await verify(one.id);
    await expect(verify(other.id)).rejects.toThrow(CustomDomainTaken);
    await verify(one.id);
  });

  it('locks a loaded project until the unit of work ends', async () => {
    const { id } = await aProject(ports());
    const order = await runConcurrently(
      ports(),
      () => ports().projects.load(id),
      async (loaded, who) => {
        if (!loaded) throw new Error('There is no project.');
        const { aggregate: project } = loaded;
        project.update({ name: `${project.name}, ${who}` });
        await ports().projects.save(project);
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect((await load(id))?.name).toBe('Project, first, second');
  });

  it('returns a configuration and metadata as they are after waiting for another unit of work', async () => {
    const { id } = await aProject(ports());
    const { configs, metadata } = ports();
    const order = await runConcurrently(
      ports(),
      async () => ({ config: await configs.load(id), stored: await metadata.load(id) }),
      async ({ config, stored }, who) => {
        const handle = `${config!.before.record.changelog_social_handle}, ${who}`;
        config!.aggregate.update({ changelogSocialHandle: handle });
        await configs.save(config!.aggregate);
        await metadata.save(id, { ...stored!.record, [who]: true });
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect((await loadConfig(id))?.changelogSocialHandle).toBe(', first, second');
    expect((await ports().unitOfWork.run(() => metadata.load(id)))?.record).toEqual({
      first: true,
      second: true,
    });
  });

  describe('that has loaded a project to change it', () => {
    it('does not block those that add records to the project', async () => {
      const { projects, unitOfWork } = ports();
      const { id } = await aProject(ports());
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      let changing: Promise<void> | undefined;
      await new Promise<void>((resolve) => {
        changing = unitOfWork.run(async () => {
          await projects.load(id);
          resolve();
          await released;
        });
      });
      const feedback = await aFeedback(ports(), id);
      expect(feedback.projectId).toBe(id);
      release();
      await changing;
    });
  });
});
