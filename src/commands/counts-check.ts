import { runCommand } from './run-command.js';
import { CountService } from '../feedback/index.js';

/** The names of the fields in the API. */
const names = {
  upvotes: 'upvotes',
  commentCount: 'comment_count',
  revenue: 'revenue',
  companies: 'companies',
};

// Checks and corrects the counters of all feedback. Prints a line for each wrong counter, and a summary.
await runCommand(async (app) => {
  const { checked, corrected } = await app.get(CountService).check(({ feedbackId, field, was, is }) => {
    console.log(`Feedback ${feedbackId}: ${names[field]} was ${was}, is ${is}`);
  });
  console.log(
    `Checked ${checked} feedback: ${corrected === 0 ? 'all counters are correct' : `corrected ${corrected} counters`}.`,
  );
}, 'Not all counters have been checked.');
