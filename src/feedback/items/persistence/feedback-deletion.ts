/** The number of feedback items that are deleted in one transaction, and can be deleted together with the project. */
const batchSize = 100;

/** Returns a row if a project has more than that. */
export const findBeyondBatch = `select from feedback where project_id = $1 offset ${batchSize} limit 1`;

/** Deletes merged feedback of a project first: otherwise, it would be stored again as not merged when its target is deleted. */
export const deleteSome = `
  delete from feedback where id in (
    (select id from feedback where project_id = $1 and merged_into is not null limit ${batchSize})
    union all (select id from feedback where project_id = $1 and merged_into is null limit ${batchSize})
    limit ${batchSize}
  )`;
