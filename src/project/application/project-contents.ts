/** What projects contain much of. The module that owns it registers this. */
export interface ProjectContents {
  /**
   * Removes a part of it in the current unit of work. Returns false, and removes nothing, if there is so little that it can be
   * removed together with the project.
   */
  removeSome(projectId: string): Promise<boolean>;
}
