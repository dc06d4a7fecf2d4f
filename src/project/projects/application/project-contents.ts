/** What projects contain much of. The module that owns it registers this. */
export interface ProjectContents {
  /** Returns whether there is too much of it to be removed together with the project. */
  isLarge(projectId: string): Promise<boolean>;

  /** Removes a part of it in the current unit of work. */
  removeSome(projectId: string): Promise<void>;
}
