// One service, one portal and one browser for all tests.
import './screens.js';
import './board.js';
import './contributions.js';
import './looks.js';
import './signed-links.js';
import './troubles.js';
import './visitors.js';
import './widget.js';
