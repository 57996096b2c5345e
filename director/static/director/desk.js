// Small helps for the desk; every page works without them.
"use strict";
