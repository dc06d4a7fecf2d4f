import type {
  CreateProjectRequest,
  PutTagRequest,
  UpdateProjectConfigRequest,
} from '../../client/src/index.js';

/** The project: an app with maps for hikers. */
export const project: CreateProjectRequest = { name: 'Trailhead', slug: 'trailhead', icon: '🥾' };

/** Configuration to set if the project still has the default one. */
export const config: UpdateProjectConfigRequest = { changelog_social_handle: '@trailheadapp' };

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
