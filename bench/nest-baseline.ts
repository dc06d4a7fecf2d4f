// The second baseline: the measured operations as a plain NestJS and TypeORM program, on the tables of the service, as most
// people would write it. Writes check the role of the caller, who is always the instance admin, and store the record as an event
// in the same transaction. It has no access tokens, versions or logs. If SEARCH is set, it stores search documents, too: made by
// the text search of PostgreSQL, in the tables and indexes of the service.
import 'reflect-metadata';
import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  HttpCode,
  Injectable,
  Module,
  NotFoundException,
  Param,
  ParseUUIDPipe,
  Patch,
  Post,
  Put,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import {
  Column,
  DataSource,
  Entity,
  type EntityManager,
  In,
  IsNull,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  PrimaryColumn,
} from 'typeorm';
import { uuidv7 } from 'uuidv7';

@Entity('projects')
class Project {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') slug!: string;
  @Column('text') icon!: string;
  @Column('text') icon_radius!: string;
  @Column('text') og_image!: string;
  @Column('timestamptz') created_at!: Date;
}

@Entity('users')
class User {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') email!: string;
  @Column('text') full_name!: string;
  @Column('text') avatar_url!: string;
  @Column('boolean', { select: false }) instance_admin!: boolean;
}

@Entity('tags')
class Tag {
  @PrimaryColumn('uuid', { select: false }) id!: string;
  @Column('uuid', { select: false }) project_id!: string;
  @Column('text') name!: string;
  @Column('text', { select: false }) name_key!: string;
  @Column('text') color!: string;
}

@Entity('feedback')
class Feedback {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') project_id!: string;
  @Column('uuid') user_id!: string;
  @ManyToOne(() => User) @JoinColumn({ name: 'user_id' }) user!: User;
  @Column('text') title!: string;
  @Column('text') description!: string;
  @ManyToMany(() => Tag)
  @JoinTable({
    name: 'feedback_tags',
    joinColumn: { name: 'feedback_id' },
    inverseJoinColumn: { name: 'tag_id' },
  })
  tags!: Tag[];
  @Column('text') status!: string;
  @Column('int') upvotes!: number;
  @Column('int') comment_count!: number;
  @Column('timestamptz') created_at!: Date;
  @Column('uuid', { nullable: true, select: false }) merged_into!: string | null;
  @Column('text', { select: false }) approval!: string;
}

@Entity('feedback_tags')
class FeedbackTag {
  @PrimaryColumn('uuid') feedback_id!: string;
  @PrimaryColumn('uuid') tag_id!: string;
  @Column('timestamptz') created_at!: Date;
}

@Entity('votes')
class Vote {
  @PrimaryColumn('uuid') feedback_id!: string;
  @PrimaryColumn('uuid') user_id!: string;
  @Column('timestamptz') created_at!: Date;
}

@Entity('changelogs')
class Changelog {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') project_id!: string;
  @Column('uuid') author_id!: string;
  @Column('text') title!: string;
  @Column('text') slug!: string;
  @Column('text') summary!: string;
  @Column('text') content!: string;
  @Column('text') image!: string;
  @Column('timestamptz') publish_date!: Date;
  @Column('boolean') published!: boolean;
}

@Entity('members')
class Member {
  @PrimaryColumn('uuid') project_id!: string;
  @PrimaryColumn('uuid') user_id!: string;
  @Column('text') role!: string;
}

@Entity('plain_events')
class Event {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') project_id!: string;
  @Column('uuid') actor_id!: string;
  @Column('text') type!: string;
  @Column('jsonb') data!: object;
  @Column('timestamptz') created_at!: Date;
}

const isSearched = process.env['SEARCH'] !== undefined;

const roles = ['viewer', 'contributor', 'editor', 'owner'];

class UpdateProject {
  @IsOptional() @IsString() @MaxLength(100) name?: string;
  @IsOptional() @IsString() icon?: string;
}

class UpdateChangelog {
  @IsOptional() @IsString() @MaxLength(200) title?: string;
  @IsOptional() @IsString() @MaxLength(1_000) summary?: string;
  @IsOptional() @IsString() content?: string;
}

class CreateFeedback {
  @IsString() @MaxLength(200) title!: string;
  @IsOptional() @IsString() @MaxLength(10_000) description?: string;
  @IsOptional() @IsArray() @IsString({ each: true }) tags?: string[];
}

class ListQuery {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) limit = 20;
}

@Injectable()
class FeedbackService {
  private readonly projects = this.source.getRepository(Project);
  private readonly feedback = this.source.getRepository(Feedback);
  private readonly tags = this.source.getRepository(Tag);
  private readonly users = this.source.getRepository(User);
  private readonly changelogs = this.source.getRepository(Changelog);
  private readonly members = this.source.getRepository(Member);

  constructor(private readonly source: DataSource) {}

  async project(slug: string): Promise<Project> {
    const project = await this.projects.findOneBy({ slug });
    if (!project) throw new NotFoundException();
    return project;
  }

  /** Returns the caller if their role suffices. */
  private async authorize(project: Project, needed: string): Promise<User> {
    const user = await this.users.findOneOrFail({
      where: { instance_admin: true },
      select: { id: true, email: true, full_name: true, avatar_url: true, instance_admin: true },
    });
    const member = await this.members.findOneBy({ project_id: project.id, user_id: user.id });
    const role = user.instance_admin ? 'owner' : (member?.role ?? '');
    if (roles.indexOf(role) < roles.indexOf(needed)) throw new ForbiddenException();
    return user;
  }

  private async record(
    manager: EntityManager,
    project: Project,
    actor: User,
    type: string,
    data: object,
  ): Promise<void> {
    const entry = { id: uuidv7(), project_id: project.id, actor_id: actor.id, created_at: new Date() };
    await manager.insert(Event, { ...entry, type, data });
  }

  async updateProject(slug: string, changes: UpdateProject): Promise<Project> {
    const project = await this.project(slug);
    const user = await this.authorize(project, 'owner');
    return this.source.transaction(async (manager) => {
      const saved = await manager.save(Object.assign(project, changes));
      await this.record(manager, project, user, 'project.updated', saved);
      return saved;
    });
  }

  async list(slug: string, take: number): Promise<Feedback[]> {
    const { id } = await this.project(slug);
    return this.feedback.find({
      where: { project_id: id, merged_into: IsNull(), approval: 'approved' },
      relations: { user: true, tags: true },
      order: { created_at: 'DESC', id: 'DESC' },
      take,
    });
  }

  async find(slug: string, id: string): Promise<Feedback> {
    const project = await this.project(slug);
    const found = await this.feedback.findOne({
      where: { id, project_id: project.id, merged_into: IsNull(), approval: 'approved' },
      relations: { user: true, tags: true },
    });
    if (!found) throw new NotFoundException();
    return found;
  }

  async create(slug: string, { title, description = '', tags = [] }: CreateFeedback): Promise<Feedback> {
    const project = await this.project(slug);
    const projectId = project.id;
    const { instance_admin: _, ...user } = await this.authorize(project, 'contributor');
    const named = await this.tags.find({
      where: { project_id: projectId, name: In(tags) },
      select: { id: true, name: true, color: true },
    });
    const created_at = new Date();
    const values = { title, description, status: 'in_review', upvotes: 0, comment_count: 0, created_at };
    const feedback = this.feedback.create({
      id: uuidv7(),
      project_id: projectId,
      user_id: user.id,
      ...values,
    });
    return this.source.transaction(async (manager) => {
      await manager.save(feedback);
      if (isSearched) {
        await manager.query(
          `insert into feedback_search (feedback_id, project_id, created_at, document)
           values ($1, $2, $3, to_tsvector('english', $4))`,
          [feedback.id, projectId, created_at, `${title} ${description}`],
        );
      }
      const links = named.map(({ id }) => ({ feedback_id: feedback.id, tag_id: id, created_at }));
      await manager.insert(FeedbackTag, links);
      const shown = { user, tags: named.map(({ name, color }) => ({ name, color })) };
      const record = Object.assign(feedback, shown);
      await this.record(manager, project, user as User, 'feedback.created', record);
      return record;
    });
  }

  /** Adds the vote unless it exists, and counts it. */
  async vote(slug: string, id: string, userId: string): Promise<Feedback> {
    const project = await this.project(slug);
    const user = await this.authorize(project, 'editor');
    const feedback = await this.find(slug, id);
    await this.source.transaction(async (manager) => {
      const vote = { feedback_id: id, user_id: userId };
      if (await manager.existsBy(Vote, vote)) return;
      await manager.insert(Vote, { ...vote, created_at: new Date() });
      await manager.increment(Feedback, { id }, 'upvotes', 1);
      feedback.upvotes += 1;
      await this.record(manager, project, user, 'feedback.upvoted', feedback);
    });
    return feedback;
  }

  async updateChangelog(slug: string, id: string, changes: UpdateChangelog): Promise<Changelog> {
    const project = await this.project(slug);
    const changelog = await this.changelogs.findOneBy({ id, project_id: project.id });
    if (!changelog) throw new NotFoundException();
    const user = await this.authorize(project, 'editor');
    return this.source.transaction(async (manager) => {
      const saved = await manager.save(Object.assign(changelog, changes));
      if (isSearched) {
        await manager.query(
          `insert into changelog_search (changelog_id, document) values ($1, to_tsvector('english', $2))
           on conflict (changelog_id) do update set document = excluded.document`,
          [id, `${saved.title} ${saved.summary} ${saved.content}`],
        );
      }
      await this.record(manager, project, user, 'changelog.updated', saved);
      return saved;
    });
  }
}

@Controller()
class FeedbackController {
  constructor(private readonly service: FeedbackService) {}

  @Get('health/ready')
  ready(): void {}

  @Patch('v1/projects/:slug')
  updateProject(@Param('slug') slug: string, @Body() body: UpdateProject): Promise<Project> {
    return this.service.updateProject(slug, body);
  }

  @Get('v1/projects/:slug/feedback')
  list(@Param('slug') slug: string, @Query() { limit }: ListQuery): Promise<Feedback[]> {
    return this.service.list(slug, limit);
  }

  @Get('v1/projects/:slug/feedback/:id')
  find(@Param('slug') slug: string, @Param('id', ParseUUIDPipe) id: string): Promise<Feedback> {
    return this.service.find(slug, id);
  }

  @Post('v1/projects/:slug/feedback')
  @HttpCode(201)
  create(@Param('slug') slug: string, @Body() body: CreateFeedback): Promise<Feedback> {
    return this.service.create(slug, body);
  }

  @Put('v1/projects/:slug/feedback/:id/upvotes/:userId')
  vote(
    @Param('slug') slug: string,
    @Param('id', ParseUUIDPipe) id: string,
    @Param('userId', ParseUUIDPipe) userId: string,
  ): Promise<Feedback> {
    return this.service.vote(slug, id, userId);
  }

  @Put('v1/projects/:slug/changelogs/:id')
  updateChangelog(
    @Param('slug') slug: string,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() body: UpdateChangelog,
  ): Promise<Changelog> {
    return this.service.updateChangelog(slug, id, body);
  }
}

const source = {
  provide: DataSource,
  useFactory: async () => {
    const entities = [Project, User, Tag, Feedback, FeedbackTag, Vote, Changelog, Member, Event];
    const created = new DataSource({ type: 'postgres', url: process.env['DATABASE_URL']!, entities });
    await created.initialize();
    await created.query(
      `create table if not exists plain_events (
        id uuid primary key, project_id uuid not null references projects (id), actor_id uuid not null, type text not null,
        data jsonb not null, created_at timestamptz not null)`,
    );
    return created;
  },
};

@Module({ controllers: [FeedbackController], providers: [FeedbackService, source] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
app.enableShutdownHooks();
await app.listen(Number(process.env['PORT']), '127.0.0.1');
