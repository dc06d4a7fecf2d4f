/*
 * The queries of GitHub's GraphQL API. A query may ask for 500,000 records at the most, counted with the sizes of all pages.
 */

const page = 'pageInfo { hasNextPage endCursor }';

const person = '{ login avatarUrl }';

const comment = `id url body createdAt updatedAt deletedAt isAnswer author ${person}`;

const comments = `${page} nodes { ${comment} replies(first: 50) { ${page} nodes { ${comment} } } }`;

/** Returns discussions with the first of their comments and replies. */
export const discussionsQuery = `query Discussions($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    discussions(first: 20, after: $after, orderBy: { field: CREATED_AT, direction: ASC }) {
      ${page}
      nodes {
        id number title body url createdAt updatedAt closed closedAt stateReason locked upvoteCount
        author ${person}
        category { name }
        labels(first: 100) { nodes { name color } }
        comments(first: 50) { ${comments} }
      }
    }
  }
}`;

/** Returns further comments on a discussion. */
export const discussionQuery = `query Discussion($id: ID!, $after: String) {
  node(id: $id) { ... on Discussion { comments(first: 50, after: $after) { ${comments} } } }
}`;

/** Returns further replies to a comment on a discussion. */
export const repliesQuery = `query Replies($id: ID!, $after: String) {
  node(id: $id) {
    ... on DiscussionComment { replies(first: 100, after: $after) { ${page} nodes { ${comment} } } }
  }
}`;

const votes = `${page} nodes { id content createdAt user ${person} }`;

/** Returns issues with the first of their votes. */
export const votesQuery = `query Votes($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Issue { id url reactions(content: THUMBS_UP, first: 100) { ${votes} } } }
}`;

/** Returns further votes of an issue. */
export const votesOfIssueQuery = `query VotesOfIssue($id: ID!, $after: String) {
  node(id: $id) { ... on Issue { reactions(content: THUMBS_UP, first: 100, after: $after) { ${votes} } } }
}`;
