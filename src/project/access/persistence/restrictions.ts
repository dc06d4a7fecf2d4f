/**
 * SQL for what not everyone can see or leave out who can read project `p`: its boards whose feedback is hidden from some, and its
 * fields that only editors see, or that have to be set. Subqueries, and no functions, which PostgreSQL would plan for each call.
 */
export const restrictions = `
  (select coalesce(json_agg(json_build_object('slug', b.slug, 'visibility', b.visibility)), '[]')
   from boards b where b.project_id = p.id and b.visibility <> 'public') as restricted_boards,
  (select coalesce(json_agg(json_build_object(
     'key', c.key, 'required', c.required, 'set_by', c.set_by, 'visible_to', c.visible_to)), '[]')
   from custom_fields c where c.project_id = p.id and (c.required or c.visible_to = 'editors')) as restricted_fields`;
