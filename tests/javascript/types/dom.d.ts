// Elements of our own pages are known by their template: what querySelector finds is taken to be the right one.
interface Element { [name: string]: any }
interface EventTarget { [name: string]: any }
interface Event { [name: string]: any }
interface Window { htmx: any }
declare const htmx: any;
