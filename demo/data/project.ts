import type { CreateProjectRequest, UpdateProjectConfigRequest } from '../../client/src/index.js';
import type {
  PortableBoard,
  PortableField,
  PortableStatus,
  PortableTag,
} from '../../src/shared/portable-records.js';

// Not an emoji, for which a system can have no font.
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#14532d"/><path d="M4 25 12.5 10l4.2 7 2.6-4L28 25z" fill="#fff"/><circle cx="22.5" cy="9" r="2.6" fill="#facc15"/></svg>`;

/** The project: an app with maps for hikers. */
export const project: CreateProjectRequest = { name: 'Trailhead', slug: 'trailhead', icon: `data:image/svg+xml,${encodeURIComponent(icon)}` };

/** Configuration to set if the project still has the default one. */
export const config: UpdateProjectConfigRequest = { changelog_social_handle: '@trailheadapp' };

/** Statuses by key, in addition to those that a project has from the start. */
export const statuses: Readonly<Record<string, Omit<PortableStatus, 'kind' | 'key'>>> = {
  beta: { name: 'In beta', color: '#8b5cf6', status_kind: 'active', position: 4, on_roadmap: true },
};

/** Boards by slug. On the last one, people see what they wrote themselves only. */
export const boards = {
  ideas: { name: 'Ideas', description: 'What Trailhead should do next.', visibility: 'public' },
  bugs: { name: 'Bugs', description: 'What does not work as it should.', visibility: 'public' },
  support: {
    name: 'Support',
    description: 'Questions about accounts and bills, seen by you and the team only.',
    visibility: 'own',
  },
} as const satisfies Readonly<Record<string, Pick<PortableBoard, 'name' | 'description' | 'visibility'>>>;

/** What the project adds to feedback, by key: a field for everyone, and one for the team. */
export const fields: Readonly<Record<string, Omit<PortableField, 'kind' | 'key' | 'position'>>> = {
  platforms: {
    name: 'Platforms',
    type: 'choices',
    options: ['iOS', 'Android', 'Watch', 'Web'],
    required: false,
    set_by: 'contributors',
    visible_to: 'everyone',
  },
  effort: {
    name: 'Effort in weeks',
    type: 'number',
    options: [],
    required: false,
    set_by: 'editors',
    visible_to: 'editors',
  },
};

/** Tags by name. */
export const tags: Readonly<Record<string, Pick<PortableTag, 'color'>>> = {
  Accessibility: { color: '#7c3aed' },
  Android: { color: '#16a34a' },
  Billing: { color: '#ca8a04' },
  Bug: { color: '#dc2626' },
  iOS: { color: '#475569' },
  Maps: { color: '#0d9488' },
  Navigation: { color: '#2563eb' },
  Offline: { color: '#9333ea' },
  Performance: { color: '#ea580c' },
  Sharing: { color: '#db2777' },
  Watch: { color: '#0891b2' },
  Web: { color: '#4f46e5' },
};
