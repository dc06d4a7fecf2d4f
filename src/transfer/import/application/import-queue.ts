/** Runs imports in the background, the imports of a project one after the other. */
export abstract class ImportQueue {
  /** Adds an import in the current unit of work. */
  abstract add(projectId: string, importId: string): Promise<void>;
}
