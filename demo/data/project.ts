import type {
  CreateProjectRequest,
  PutBoardRequest,
  PutStatusRequest,
  PutFieldRequest,
  PutTagRequest,
  UpdateProjectConfigRequest,
} from '../../client/src/index.js';

/** The project: an app with maps for hikers. */
export const project: CreateProjectRequest = { name: 'Trailhead', slug: 'trailhead', icon: '🥾' };

/** Configuration to set if the project still has the default one. */
export const config: UpdateProjectConfigRequest = { changelog_social_handle: '@trailheadapp' };

/** Statuses by key, in addition to those that a project has from the start. */
export const statuses: Readonly<Record<string, PutStatusRequest>> = {
  beta: { name: 'In beta', color: '#8b5cf6', kind: 'active', position: 4, on_roadmap: true },
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
} as const satisfies Readonly<Record<string, PutBoardRequest>>;

/** What the project adds to feedback, by key: a field for everyone, and one for the team. */
export const fields: Readonly<Record<string, PutFieldRequest>> = {
  platforms: { name: 'Platforms', type: 'choices', options: ['iOS', 'Android', 'Watch', 'Web'] },
  effort: { name: 'Effort in weeks', type: 'number', set_by: 'editors', visible_to: 'editors' },
};

/** Tags by name. */
export const tags: Readonly<Record<string, PutTagRequest>> = {
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
