/** A changelog entry of the demo. */
export interface Entry {
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  /** Names of tags of the project. */
  readonly tags: string[];
  /** Titles of the feedback that it answers. */
  readonly answers: readonly string[];
  /** Publication date in days from now; negative in the past. */
  readonly day: number;
  /** False for a draft; with a future date, the entry is scheduled. */
  readonly published: boolean;
}

/** The changelog, oldest entry first. Titles are unique, because existing entries are recognized by their titles. */
export const entries: readonly Entry[] = [
  {
    title: 'Trailhead 4.1: private by default',
    summary: 'New hikes are seen by you alone, until you share them.',
    content: `## Your hikes are yours

New recordings are **private**. Share them with a link, with friends, or with everybody, hike by hike.

- Hikes from before that nobody had opened were made private as well.
- The first and last 500 metres can be hidden in everything that you share.

Thanks to all who have written to us about this. You were right.
`,
    tags: ['Sharing'],
    answers: ['Private by default'],
    day: -330,
    published: true,
  },
  {
    title: 'Trailhead 4.2: take your hikes with you',
    summary: 'Export as GPX, Garmin watches, undo in the planner.',
    content: `## Export

Each hike can be saved as a **GPX file**, with elevation and times: in a hike, the menu with the three dots.

## Garmin

Send routes to your watch or bike computer:

1. Connect your account in *Settings → Devices*.
2. Open a route and choose *Send to…*

## In the web planner

| key      | does            |
| -------- | --------------- |
| Ctrl + Z | undoes          |
| Ctrl + Y | does it again   |
| Esc      | ends the route  |
`,
    tags: ['Sharing', 'Watch', 'Web'],
    answers: ['Export a recorded hike as GPX', 'Send routes to a Garmin', 'Undo in the route planner'],
    day: -262,
    published: true,
  },
  {
    title: 'Trailhead 4.3: where not to go',
    summary: 'Slope angles, warnings when you leave the route, and colours that everybody can tell apart.',
    content: `## Slope angles

From 27° up the map can be coloured, as you know it from avalanche maps. It is **no** replacement for the bulletin.

## Off the route

A vibration tells when you are 25, 50 or 100 metres away from it.

## Colours and patterns

Routes differ in their pattern too, so that red and green are no riddle any more.
`,
    tags: ['Accessibility', 'Maps', 'Navigation'],
    answers: ['Slope angles on the map', 'Warn me when I leave the route', 'Colours that I can tell apart'],
    day: -185,
    published: true,
  },
  {
    title: 'Trailhead 4.3.1: batteries last again',
    summary: 'A fix for Android: recording needed twice the energy that it should.',
    content: `The barometer was read sixty times a second. Once is enough.

Thank you to the eleven people who have sent us diagnostics. On a Pixel 7, eight hours of recording now take **34 %** of the battery, down from 85 % in four.
`,
    tags: ['Bug', 'Performance'],
    answers: ['Battery drains in four hours while recording'],
    day: -161,
    published: true,
  },
  {
    title: 'Trailhead 4.4: your own pace',
    summary: 'Times that fit you, sunset on the route page, a lock against rain.',
    content: `## Times for people, not for goats

After five recorded hikes the app knows your pace, uphill and downhill, and plans with it. Breaks do not count.

## Also new

- Sunset on the route page, with a warning if you would be late.
- A lock for the screen, against rain and pockets.
- Toilets, water, picnic places and playgrounds on the map.

> “I was home when it said I would be. A first.”
`,
    tags: ['Navigation'],
    answers: ['Estimate my time from my own pace', 'Sunset time on the route page', 'Lock the screen against rain', 'Toilets, please'],
    day: -96,
    published: true,
  },
  {
    title: 'A new price for families',
    summary: 'Six people in one household, one subscription. Starting soon.',
    content: `A draft for Ingrid to look at:

- How do we define a household?
- What about those who pay for several subscriptions already?
`,
    tags: ['Billing'],
    answers: ['Family subscription'],
    day: -3,
    published: false,
  },
  {
    title: 'The beta of offline regions is open',
    summary: 'Norway, Switzerland and Scotland, without any signal.',
    content: `Join the beta in *Settings → Beta*, choose a region, and go into flight mode.

- A region takes 200 to 900 MB. You see how much **before** you begin.
- Only what has changed is downloaded again.
- Place names can be searched offline.

What is missing: routes are still planned with a signal only.
`,
    tags: ['Maps', 'Offline'],
    answers: ['Offline maps for whole regions', 'Search in offline maps'],
    day: -12,
    published: true,
  },
  {
    title: 'Trailhead 5: offline regions for everybody',
    summary: 'Download a whole region before you leave.',
    content: `Whole regions on your phone, with search, weather from the last time you had a signal, and a map that is twice as fast.

Thank you to 1,400 testers, who have walked **31,000 km** with the beta.
`,
    tags: ['Maps', 'Offline'],
    answers: ['Offline maps for whole regions', 'Route planning without a signal'],
    day: 14,
    published: true,
  },
];
