import { name } from '../../../shared/names.js';
import { Persistent } from '../../../shared/persistent.js';
import { check, isUuid, link, type Rules, text } from '../../../shared/rules.js';
import { slugRules } from '../../../shared/slug.js';

/** The rules of a new slug. Requests name a project by its slug or its id, so a slug must not look like an id. */
export const projectSlugRules: Rules = [
  ...slugRules,
  {
    code: 'reserved_slug',
    detail: 'must not be a UUID, because paths contain the id of a project or its slug.',
    isSatisfiedBy: (slug) => typeof slug !== 'string' || !isUuid(slug),
  },
];

export const projectRules = {
  name: name({ max: 200, required: true }),
  slug: projectSlugRules,
  icon: link({ max: 300_000, picture: true }),
  iconRadius: text({ max: 200 }),
  ogImage: link({ max: 300_000, picture: true }),
};

/** A project as a record. */
export interface ProjectRecord {
  id: string;
  name: string;
  slug: string;
  icon: string;
  icon_radius: string;
  og_image: string;
  /** ISO 8601 in UTC with milliseconds, like all timestamps in records. */
  created_at: string;
}

/** Changes to a project. Omitted fields stay unchanged. */
export interface ProjectChanges {
  name?: string | undefined;
  slug?: string | undefined;
  icon?: string | undefined;
  iconRadius?: string | undefined;
  ogImage?: string | undefined;
}

/** A project, which contains feedback and a changelog. */
export class Project extends Persistent<{ readonly slug: string }> {
  private constructor(
    readonly id: string,
    public name: string,
    public slug: string,
    public icon: string,
    public iconRadius: string,
    public ogImage: string,
    readonly createdAt: Date,
  ) {
    super();
  }

  /** @throws InvalidInput when a value violates a rule */
  static create(id: string, values: ProjectChanges & { name: string; slug: string }, now: Date): Project {
    const given = check({ ...values }, projectRules);
    const { name, slug, icon = '', iconRadius = 'rounded-md', ogImage = '' } = given;
    return new Project(id, name, slug, icon, iconRadius, ogImage, now);
  }

  /** Returns a project that has been stored. */
  static restore(stored: ProjectRecord): Project {
    const { id, name, slug, icon, icon_radius: iconRadius, og_image: ogImage } = stored;
    const project = new Project(id, name, slug, icon, iconRadius, ogImage, new Date(stored.created_at));
    project.markStored();
    return project;
  }

  /** @throws InvalidInput when a value violates a rule; the slug of an earlier release may stay a UUID */
  update(changes: ProjectChanges): void {
    const slug = changes.slug === this.slug ? undefined : changes.slug;
    const given = check({ ...changes, slug }, projectRules);
    this.name = given.name ?? this.name;
    this.slug = given.slug ?? this.slug;
    this.icon = given.icon ?? this.icon;
    this.iconRadius = given.iconRadius ?? this.iconRadius;
    this.ogImage = given.ogImage ?? this.ogImage;
  }
}
