/** Deletes feedback. What is merged into it is updated, since it is shown again. */
export const deleteFeedback = `
  with shown as (update feedback set merged_into = null, updated_at = $2 where merged_into = $1)
  delete from feedback where id = $1`;

/** So little feedback can be deleted together with the project, and so much of it is deleted at once. */
const littleFeedback = 100;

/** A row if a project has more than that. */
export const hasMuch = `select from feedback where project_id = $1 offset ${littleFeedback} limit 1`;

/** Deletes merged feedback of a project first: otherwise, it would be stored again as not merged when its target is deleted. */
export const deleteSome = `
  delete from feedback where id in (
    (select id from feedback where project_id = $1 and merged_into is not null limit ${littleFeedback})
    union all (select id from feedback where project_id = $1 and merged_into is null limit ${littleFeedback})
    limit ${littleFeedback}
  )`;
