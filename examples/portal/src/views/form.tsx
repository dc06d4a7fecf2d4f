import type { ComponentChildren, FormHTMLAttributes, InputHTMLAttributes, VNode } from 'preact';
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
  compact = false,
}: {
  label: string;
  name: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  /** Whether the label is for screen readers only. */
  compact?: boolean;
}): VNode {
  return (
    <label class={compact ? 'field field_compact' : 'field'}>
      <span class={compact ? 'hidden' : 'field__label'}>{label}</span>
      <select class={compact ? 'select select_compact' : 'select'} name={name}>
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
  value,
  ...attributes
}: {
  label: string;
  hint?: string;
  name: string;
  value?: string;
  rows?: number;
  required?: boolean;
  maxLength: number;
  form?: string;
}): VNode {
  return (
    <label class="field">
      <span class="field__label">{label}</span>
      {hint !== undefined && <small class="field__hint">{hint}</small>}
      <textarea class="input" rows={4} dir="auto" {...attributes}>
        {value}
      </textarea>
    </label>
  );
}

/** A labelled line of text, or what else the type says. */
export function Input({
  label,
  hint,
  suggestions,
  ...attributes
}: {
  label: string;
  hint?: string;
  name: string;
  value?: string;
  type?: string;
  required?: boolean;
  maxLength?: number;
  accept?: string;
  step?: string;
  autocomplete?: 'off' | 'email' | 'name';
  'data-similar'?: string;
  'data-utc'?: boolean;
  /** Values to choose from; others can be typed. */
  suggestions?: readonly string[];
}): VNode {
  const list = suggestions && `${attributes.name}-list`;
  return (
    <label class="field">
      <span class="field__label">{label}</span>
      {hint !== undefined && <small class="field__hint">{hint}</small>}
      <input class="input" dir="auto" {...({ ...attributes, list } as InputHTMLAttributes)} />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((each) => (
            <option value={each} />
          ))}
        </datalist>
      )}
    </label>
  );
}

/** A box to check. */
export function Checkbox({
  label,
  ...attributes
}: {
  label: string;
  name: string;
  value: string;
  checked?: boolean;
}): VNode {
  return (
    <label class="check">
      <input class="check__box" type="checkbox" {...attributes} />
      <span dir="auto">{label}</span>
    </label>
  );
}
