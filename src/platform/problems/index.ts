export {
  commonProblems,
  httpProblems,
  inputFieldErrors,
  maxBodyDepth,
  maxBodyValues,
  maxKeyLength,
  maxParallelReads,
} from './http.problems.js';
export { documented, Problem, problemDetails, problemOf } from './problem.js';
