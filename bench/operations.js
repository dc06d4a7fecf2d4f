// The requests that are measured.
import { feedbackId, idOf, tags, users, voters } from './dataset.js';
import { randomFrom, Texts } from './texts.js';

/** @typedef {import('./dataset.js').Dataset} Dataset */

/**
 * Creates the requests of an operation: a different one for each number, so that no write is repeated.
 *
 * @typedef {(number: number) => { method: string; path: string; body?: object }} Requests
 */

/** The number of texts generated in advance, so that generating them takes no time under load. */
const pool = 2_000;

function pickFrom(make) {
  const texts = new Texts(7);
  const made = Array.from({ length: pool }, (_, at) => make(texts, at));
  return (number) => made[number % pool];
}

function under(project, path) {
  return `/v1/projects/${project.slug}${path}`;
}

/** The project with 100,000 feedback. */
export function ofMiddleSize({ feedback }) {
  return feedback.find(({ rows }) => rows === 100_000) ?? feedback[0];
}

export function largest({ feedback }) {
  return feedback.at(-1);
}

/**
 * The operations of the target table: `ofExpress`, `ofBareNest`, `ofNest` and `ofSearchedNest` are the shares of the requests a
 * second of the baselines that the service has to reach, `ofPatch` and `ofList` the shares of its own rates for PATCH and lists,
 * `plainly` whether the Express baseline has a plainer way as well, and `ownOnly` whether the baselines do not have it.
 *
 * @type {Record<string, { title: string; ofExpress?: number; ofBareNest?: number; ofNest?: number; ofSearchedNest?: number;
 *   ofPatch?: number; ofList?: number; plainly?: boolean; ownOnly?: boolean;
 *   requests: (dataset: Dataset, seed: number) => Requests }>}
 */
export const operations = {
  get: {
    title: 'GET one feedback',
    ofExpress: 0.85,
    ofBareNest: 0.85,
    requests(dataset, seed) {
      const project = ofMiddleSize(dataset);
      const random = randomFrom(seed);
      return () => ({
        method: 'GET',
        path: under(project, `/feedback/${feedbackId(project.number, Math.floor(random() * project.rows))}`),
      });
    },
  },
  list: {
    title: 'GET 50 feedback',
    ofExpress: 0.65,
    ofBareNest: 0.65,
    requests(dataset) {
      const path = under(ofMiddleSize(dataset), '/feedback?limit=50');
      return () => ({ method: 'GET', path });
    },
  },
  include: {
    title: 'GET 50 feedback with include',
    // At most 1.2 times the time.
    ofList: 0.83,
    ownOnly: true,
    requests(dataset) {
      const path = under(ofMiddleSize(dataset), '/feedback?limit=50&include=viewer,updated_at');
      return () => ({ method: 'GET', path });
    },
  },
  patch: {
    title: 'PATCH project',
    ofNest: 1,
    plainly: true,
    requests({ small }) {
      return (number) => ({
        method: 'PATCH',
        path: under(small[number % small.length], ''),
        body: { name: `Project ${number}` },
      });
    },
  },
  put: {
    title: 'PUT changelog',
    ofNest: 1,
    ofSearchedNest: 1,
    plainly: true,
    requests({ changelogs }, seed) {
      const random = randomFrom(seed);
      const summaryOf = pickFrom((texts) => texts.sentence(15));
      return (number) => ({
        method: 'PUT',
        path: under(changelogs, `/changelogs/${idOf('changelog', Math.floor(random() * changelogs.rows))}`),
        body: { summary: `${summaryOf(number)} ${number}` },
      });
    },
  },
  post: {
    title: 'POST feedback',
    ofNest: 1,
    ofSearchedNest: 1,
    plainly: true,
    requests(dataset) {
      const path = under(dataset.posts, '/feedback');
      const textsOf = pickFrom((texts, at) => texts.feedback(at));
      return (number) => ({
        method: 'POST',
        path,
        body: { ...textsOf(number), tags: [`Tag ${number % tags}`] },
      });
    },
  },
  vote: {
    title: 'PUT vote, for many feedback',
    ofPatch: 0.9,
    requests(dataset) {
      const project = ofMiddleSize(dataset);
      const newVoters = users - voters;
      return (number) => {
        // Coprime to the number of records, so that consecutive requests use distant rows.
        const feedback = (number * 7_919) % project.rows;
        const voter = Math.floor(number / project.rows);
        if (voter >= newVoters) throw usedUp();
        return voteFor(project, feedback, voters + voter);
      };
    },
  },
  hot: {
    title: 'PUT vote, for one feedback',
    requests({ hot }) {
      return (number) => {
        // When all users have voted for one feedback, the next one follows.
        const feedback = Math.floor(number / users);
        if (feedback >= hot.rows) throw usedUp();
        return voteFor(hot, feedback, number % users);
      };
    },
  },
};

const usedUp = () => new Error('Everybody has voted for everything: the database has to be filled anew.');

function voteFor(project, feedback, user) {
  const path = `/feedback/${feedbackId(project.number, feedback)}/upvotes/${idOf('user', user)}`;
  return { method: 'PUT', path: under(project, path) };
}
