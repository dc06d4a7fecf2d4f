/** The slugs that projects had before. */
export abstract class FormerSlugRepository {
  /** Returns the id of the project that has a slug, or had it last; null if there is none. */
  abstract projectOf(slug: string): Promise<string | null>;

  /** Lets a slug that no project has or had lead to a project. */
  abstract add(projectId: string, slug: string): Promise<void>;
}
