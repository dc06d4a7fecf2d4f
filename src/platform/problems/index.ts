export { commonProblems, httpProblems, inputFieldErrors } from './http.problems.js';
export {
  defaultLimits,
  maxBodyDepth,
  maxBodyValues,
  maxKeyLength,
  maxPageSize,
  maxParallelReads,
} from './limits.js';
export { documented, Problem, problemDetails, problemOf } from './problem.js';
