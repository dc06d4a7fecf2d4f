/** Whether the changelog of a project is public. It is not until an owner makes it so. */
export abstract class PublicChangelogRepository {
  /**
   * Returns whether the changelog is public. No other unit of work can change this until the current one ends.
   *
   * @throws ProjectNotFound when the project has been deleted in the meantime
   */
  abstract load(projectId: string): Promise<boolean>;

  /** Stores whether a loaded changelog is public. */
  abstract save(projectId: string, enabled: boolean): Promise<void>;
}
