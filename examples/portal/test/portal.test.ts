// One service, one portal and one browser for all tests.
import './board.js';
