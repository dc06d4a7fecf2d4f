// One service, one portal and one browser for all tests.
import './board.js';
import './contributions.js';
import './looks.js';
import './signed-links.js';
import './visitors.js';
import './widget.js';
