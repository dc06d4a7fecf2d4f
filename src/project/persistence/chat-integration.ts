/**
 * SQL for whether news of a project is posted to its chat.
 *
 * @param projectId SQL of the project's id, such as `e.project_id`
 */
export function chatIsOn(projectId: string): string {
  return `exists (select from project_configs c where c.project_id = ${projectId} and c.integration_chat_status)`;
}
