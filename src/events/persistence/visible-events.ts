import { bindCondition } from '../../platform/persistence/index.js';
import type { FeedbackCondition } from '../../project/index.js';

type Parameter = (value: unknown) => string;

const uuid = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** SQL for whether the reader can see the feedback with an id, which is a text, and the target that it is merged into. */
const seesFeedback = (id: string, condition: FeedbackCondition, parameter: Parameter) => `exists (
  select from feedback_records_v1 named
  where named.id = case when ${id} ~ '${uuid}' then (${id})::uuid end and not exists (
    select from feedback_records_v1 feedback
    where feedback.id in (named.id, named.merged_into) and (${bindCondition(condition, parameter)}) is not true))`;

/**
 * Returns the condition that the reader can see all feedback that event `e` is about: of an event about a merge, both. Events about
 * feedback that has been deleted are hidden, because nothing tells whether the reader could see it.
 */
export function isVisible(condition: FeedbackCondition, parameter: Parameter): string {
  return `not exists (
    select from (values
      (case when e.type like 'feedback.%' then e.data ->> 'id' end), (e.data ->> 'feedback_id'),
      (e.previous ->> 'merged_id'), (e.previous ->> 'merged_into')
    ) subject (id)
    where subject.id ~ '${uuid}' and not ${seesFeedback('subject.id', condition, parameter)})`;
}

/** Returns SQL for the data of event `e` without merged and linked feedback, and responses to such, that the reader cannot see. */
export function visibleData(condition: FeedbackCondition, parameter: Parameter): string {
  const visible = (name: string, id: string) => `case when json_typeof(e.data -> '${name}') = 'array' then
    jsonb_build_object('${name}', (
      select coalesce(jsonb_agg(item order by at), '[]')
      from jsonb_array_elements(e.data::jsonb -> '${name}') with ordinality items (item, at)
      where ${seesFeedback(id, condition, parameter)}
    )) else '{}'::jsonb end`;
  const respondsTo = "e.data -> 'response' ->> 'feedback_id'";
  const parts = [
    'e.data::jsonb',
    visible('merged_ids', "item #>> '{}'"),
    visible('feedback', "item ->> 'id'"),
    `case when ${respondsTo} is null or ${seesFeedback(respondsTo, condition, parameter)}
      then '{}'::jsonb else '{"response": null}' end`,
  ];
  return `case when e.type ~ '^(feedback|changelog)[.]' then to_json(${parts.join(' || ')}) else e.data end`;
}
