import { describe, expect, it } from '@jest/globals';
import { Changelog } from '../../../src/changelog/domain/changelog.js';
import { Feedback } from '../../../src/feedback/domain/feedback.js';
import { Tag } from '../../../src/feedback/domain/tag.js';
import { AccessToken } from '../../../src/identity/domain/access-token.js';
import { UserNotFound } from '../../../src/identity/domain/identity.errors.js';
import { Member } from '../../../src/project/domain/member.js';
import { ProjectConfig } from '../../../src/project/domain/project-config.js';
import { CustomDomainTaken, SlugTaken } from '../../../src/project/domain/project.errors.js';
import { Project } from '../../../src/project/domain/project.js';
import { aFeedback, aProject, aUser, describePort, runConcurrently } from '../../support/ports.js';

describePort('ProjectRepository', (ports) => {
  const load = async (id: string) => ports().unitOfWork.run(() => ports().projects.load(id));

  /** Runs the change in a unit of work, as a use case does: nothing is stored if it throws. */
  const save = async (project: Project) => ports().unitOfWork.run(() => ports().projects.save(project));

  it('loads a project with everything that was stored', async () => {
    const { ids, projects, clock } = ports();
    const values = { name: 'Rockets', slug: 'rockets', icon: '🚀', iconRadius: 'full', ogImage: '/og.png' };
    const project = Project.create(ids.next(), values, clock.now());
    const config = ProjectConfig.createFor(project.id, ids.next(), clock.now());
    await projects.add(project, config);

    const loaded = await load(project.id);
    expect(loaded).toEqual(project);
    expect(loaded).toBeInstanceOf(Project);
    const loadedConfig = await projects.loadConfig(project.id);
    expect(loadedConfig).toEqual(config);
    expect(loadedConfig).toBeInstanceOf(ProjectConfig);
  });

  it('returns null for an unknown id', async () => {
    await aProject(ports());
    expect(await load(ports().ids.next())).toBeNull();
    expect(await ports().projects.loadConfig(ports().ids.next())).toBeNull();
  });

  it('saves changes', async () => {
    const project = await aProject(ports());
    project.revise({ name: 'Rockets', slug: 'rockets', icon: '/i', iconRadius: 'none', ogImage: '/o' });
    await save(project);
    expect(await load(project.id)).toEqual(project);
  });

  it('saves a configuration', async () => {
    const { id } = await aProject(ports());
    const config = await ports().projects.loadConfig(id);
    config?.revise({
      changelogPreviewStyle: 'full',
      changelogSocialHandle: '@rockets',
      customDomain: 'feedback.example.com',
      integrationChatRoleId: '42',
      integrationChatStatus: true,
      integrationChatWebhook: 'https://chat.example.com/hook',
    });
    await ports().projects.saveConfig(config as ProjectConfig);
    expect(await ports().projects.loadConfig(id)).toEqual(config);
  });

  it('rejects a new project whose slug is taken', async () => {
    const { ids, projects, clock, unitOfWork } = ports();
    const first = await aProject(ports(), 'rockets');
    const second = Project.create(ids.next(), { name: 'Other', slug: 'rockets' }, clock.now());
    const config = ProjectConfig.createFor(second.id, ids.next(), clock.now());
    await expect(unitOfWork.run(() => projects.add(second, config))).rejects.toThrow(SlugTaken);
    expect(await load(second.id)).toBeNull();
    expect(await projects.loadConfig(second.id)).toBeNull();
    expect(await ports().findProject('rockets')).toBe(first.id);
  });

  it('rejects a change to a slug that is taken', async () => {
    const first = await aProject(ports(), 'rockets');
    const second = await aProject(ports(), 'trains');
    second.revise({ slug: 'rockets' });
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
      project.revise({ slug });
      await save(project);
    }
    for (const slug of ['one', 'two', 'three']) expect(await ports().findProject(slug)).toBe(project.id);
  });

  it('lets a project take one of its former slugs back', async () => {
    const project = await aProject(ports(), 'one');
    for (const slug of ['two', 'one']) {
      project.revise({ slug });
      await save(project);
    }
    expect(await ports().findProject('two')).toBe(project.id);
    expect(await ports().findProject('one')).toBe(project.id);
  });

  it('lets a new project take a former slug', async () => {
    const first = await aProject(ports(), 'rockets');
    first.revise({ slug: 'planes' });
    await save(first);
    const second = await aProject(ports(), 'rockets');
    expect(await ports().findProject('rockets')).toBe(second.id);
    expect(await ports().findProject('planes')).toBe(first.id);
    await ports().projects.remove(second);
    expect(await ports().findProject('rockets')).toBeNull();
  });

  it('resolves a former slug to the project that had it last', async () => {
    const [first, second] = [await aProject(ports(), 'rockets'), await aProject(ports(), 'trains')];
    first.revise({ slug: 'planes' });
    await save(first);
    second.revise({ slug: 'rockets' });
    await save(second);
    expect(await ports().findProject('rockets')).toBe(second.id);
    second.revise({ slug: 'ships' });
    await save(second);
    expect(await ports().findProject('rockets')).toBe(second.id);
    expect(await ports().findProject('trains')).toBe(second.id);
    await ports().projects.remove(second);
    expect(await ports().findProject('rockets')).toBeNull();
    expect(await ports().findProject('planes')).toBe(first.id);
  });

  it('removes a project and all of its records', async () => {
    const { ids, projects, clock, feedback, tags, changelogs, tokens, unitOfWork } = ports();
    const { id: userId } = await aUser(ports());
    const gone = await aProject(ports(), 'rockets');
    const kept = await aProject(ports(), 'trains');
    const filled = [];
    for (const { id: projectId } of [gone, kept]) {
      const tag = Tag.create(ids.next(), projectId, { name: 'bug', color: '#f00' });
      const entry = { id: ids.next(), projectId, userId, createdAt: clock.now() };
      const draft = { id: ids.next(), projectId, authorId: userId, slug: 'draft' };
      const order = { id: ids.next(), userId, name: 'CI', scope: 'read', digest: Buffer.alloc(32) } as const;
      await projects.saveMember(Member.join(projectId, userId, 'owner', clock.now()));
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
        await projects.loadConfig(projectId),
        await projects.loadMember(projectId, userId),
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
    project.revise({ slug: 'planes' });
    await save(project);
    await ports().projects.remove(project);
    expect(await ports().findProject('rockets')).toBeNull();
    expect(await ports().findProject('planes')).toBeNull();
    await aProject(ports(), 'planes');
  });

  it('is not affected by later changes to the object that was stored', async () => {
    const project = await aProject(ports());
    project.revise({ name: 'Changed' });
    expect((await load(project.id))?.name).toBe('Project');
    const config = await ports().projects.loadConfig(project.id);
    config?.revise({ changelogSocialHandle: '@rockets' });
    expect((await ports().projects.loadConfig(project.id))?.changelogSocialHandle).toBe('');
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
      const config = await ports().projects.loadConfig(projectId);
      config!.revise({ customDomain: 'feedback.example.com' });
      await ports().projects.saveConfig(config!);
      config!.verifyCustomDomain([config!.verificationRecord.value]);
      await ports().projects.saveConfig(config!);
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
      async (project, who) => {
        if (!project) throw new Error('There is no project.');
        project.revise({ name: `${project.name}, ${who}` });
        await ports().projects.save(project);
      },
    );
    expect(order).toEqual(['first ends', 'second has loaded']);
    expect((await load(id))?.name).toBe('Project, first, second');
  });

  it('loads a member with the role that was saved last', async () => {
    const { projects, clock } = ports();
    const [user, project] = [await aUser(ports()), await aProject(ports())];
    const member = Member.join(project.id, user.id, 'viewer', clock.now());
    await projects.saveMember(member);
    const loaded = await projects.loadMember(project.id, user.id.toUpperCase());
    expect(loaded).toEqual(member);
    expect(loaded).toBeInstanceOf(Member);
    member.role = 'editor';
    expect((await projects.loadMember(project.id, user.id))?.role).toBe('viewer');
    await projects.saveMember(member);
    expect(await projects.loadMember(project.id, user.id)).toEqual(member);
  });

  it('returns no member for an unknown user or an invalid id', async () => {
    const { projects, clock } = ports();
    const [user, project, other] = [await aUser(ports()), await aProject(ports()), await aProject(ports())];
    await projects.saveMember(Member.join(other.id, user.id, 'viewer', clock.now()));
    for (const id of [user.id, ports().ids.next(), 'me', '', '\0']) {
      expect(await projects.loadMember(project.id, id)).toBeNull();
    }
  });

  it('rejects a member who is not a user', async () => {
    const { projects, ids, clock, unitOfWork } = ports();
    const project = await aProject(ports());
    for (const id of [ids.next(), 'me', '']) {
      const member = Member.join(project.id, id, 'owner', clock.now());
      await expect(unitOfWork.run(() => projects.saveMember(member))).rejects.toThrow(UserNotFound);
    }
    expect(await projects.loadOwners(project.id)).toEqual([]);
  });

  it('loads the owners of a project', async () => {
    const { projects, clock } = ports();
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    const [ada, bob, cleo] = [await aUser(ports()), await aUser(ports()), await aUser(ports())];
    const owner = Member.join(project.id, ada.id, 'owner', clock.now());
    await projects.saveMember(owner);
    await projects.saveMember(Member.join(project.id, bob.id, 'editor', clock.now()));
    await projects.saveMember(Member.join(other.id, cleo.id, 'owner', clock.now()));
    expect(await projects.loadOwners(project.id)).toEqual([owner]);
  });

  it('loads the memberships of a user in the order of project ids, and removes them one by one', async () => {
    const { projects, clock } = ports();
    const [ada, bob] = [await aUser(ports()), await aUser(ports())];
    const memberships = [];
    for (const project of [await aProject(ports()), await aProject(ports()), await aProject(ports())]) {
      memberships.push(Member.join(project.id, ada.id, 'owner', clock.now()));
    }
    for (const membership of memberships.toReversed()) await projects.saveMember(membership);
    const [first, ...others] = memberships as [Member, ...Member[]];
    const ofBob = Member.join(first.projectId, bob.id, 'viewer', clock.now());
    await projects.saveMember(ofBob);
    expect(await projects.loadMembershipsOf(ada.id)).toEqual(memberships);

    await projects.removeMember(first);
    expect(await projects.loadMembershipsOf(ada.id)).toEqual(others);
    expect(await projects.loadMembershipsOf(bob.id)).toEqual([ofBob]);
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
