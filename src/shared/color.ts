import { matching } from './rules.js';

/** Accepts a CSS hex color of 3, 4, 6 or 8 digits (CSS Color 4, section 5.2). */
export const hexColor = matching(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$/, {
  code: 'invalid_color',
  detail: 'must be a CSS hex color, such as #0ea5e9.',
  max: 200,
});

/** The color of new tags and statuses for which none is given: a medium gray, legible on light and dark backgrounds. */
export const defaultColor = '#6b7280';
