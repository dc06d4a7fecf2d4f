/** A text, or one for each plural form (`Intl.PluralRules`). `{name}` stands for a value. */
export type Message = string | { readonly one?: string; readonly other: string };

const messages = {
  direction: 'ltr',
  language: 'English',
  skip_to_content: 'Skip to the content',
  main_navigation: 'Main',
  board: 'Ideas',
  sign_in: 'Sign in',
  sign_out: 'Sign out',
  languages: 'Languages',

  feedback_heading: 'What should we do next?',
  feedback_intro: 'Vote for what matters to you, and follow what becomes of it.',
  filters: 'Search and filters',
  search: 'Search',
  status: 'Status',
  board_filter: 'Board',
  tag: 'Tag',
  sort: 'Order',
  any: 'All',
  sort_most_upvoted: 'Most votes',
  sort_newest: 'Newest',
  sort_most_commented: 'Most comments',
  sort_recently_updated: 'Recently updated',
  apply: 'Show',
  reset: 'Clear filters',
  nothing_found: 'Nothing found.',
  nothing_found_hint: 'Try fewer words or filters.',
  next_page: 'Next page',
  first_page: 'First page',
  pages: 'Pages',
  pinned: 'Pinned',
  votes: { one: '{count} vote', other: '{count} votes' },
  comments: { one: '{count} comment', other: '{count} comments' },
  vote_for: 'Vote for “{title}”',
  withdraw_vote: 'Withdraw the vote for “{title}”',

  by: 'by {name}',
  anonymous: 'Someone',
  official_response: 'Official response',
  team: 'Team',
  internal: 'Internal',
  pending: 'Waits for approval',
  rejected: 'Rejected',
  expected: 'Expected by {date}',
  discussion: 'Discussion',
  no_comments: 'No comments yet.',
  more_comments: 'More comments',
  back_to_board: 'All ideas',
  subscribe: 'Follow',
  unsubscribe: 'Unfollow',
  subscribe_hint: 'You hear of new statuses, responses and comments.',
  unsubscribe_hint: 'You follow this.',
  sign_in_to_take_part: 'Sign in to vote and comment',

  error_heading: 'This did not work',
  error_not_found: 'There is nothing here, or you are not allowed to see it.',
  error_forbidden: 'You are not allowed to do this.',
  error_conflict: 'Somebody has changed this in the meantime. Load the page again.',
  error_busy: 'Many people are here right now. Try again in a moment.',
  error_form: 'This form is out of date. Go back, load the page again and repeat it.',
  error_sign_in: 'Signing in did not work. The link may have expired. Try again.',
  error_other: 'Something went wrong. Try again in a moment.',
  error_reference: 'Reference: {id}',
} as const satisfies Readonly<Record<string, Message>>;

/** The messages of a language, by the same keys in each. */
export type Catalogue = { readonly [Key in keyof typeof messages]: Message };

/** The catalogue of English. */
export const en: Catalogue = messages;
