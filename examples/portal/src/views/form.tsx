import type { ComponentChildren, FormHTMLAttributes, VNode } from 'preact';
import type { Visit } from '../visit.js';

/** A form that changes something: it carries the token of the session. */
export function Form({
  visit,
  children,
  ...attributes
}: FormHTMLAttributes & {
  visit: Visit;
  action: string;
  children: ComponentChildren;
  enctype?: string;
}): VNode {
  return (
    <form method="post" {...attributes}>
      <input type="hidden" name="csrf" value={visit.csrf} />
      {children}
    </form>
  );
}

/** A labelled select. */
export function Select({
  label,
  name,
  value,
  options,
}: {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
}): VNode {
  return (
    <label class="field">
      <span>{label}</span>
      <select name={name}>
        {options.map(([each, text]) => (
          <option value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A labelled text of several lines. */
export function TextArea({
  label,
  hint,
  ...attributes
}: {
  label: string;
  hint?: string;
  name: string;
  value?: string;
  required?: boolean;
  maxLength: number;
}): VNode {
  return (
    <label class="field">
      <span>{label}</span>
      {hint !== undefined && <small>{hint}</small>}
      <textarea rows={4} dir="auto" {...attributes} />
    </label>
  );
}
